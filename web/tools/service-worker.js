// The page without a network: every file is kept when the page is installed, and served from there.
// `web/build` writes EDITION and FILES above this text.

/* global EDITION, FILES */
// The caches belong to the whole origin, where another copy of the page may lie in another folder.
const OURS = `veridoku ${new URL(self.registration.scope).pathname} `;
const KEPT = `${OURS}${EDITION}`;

// One of the two engines is needed here; the worker of the page asks the same question.
const VECTOR_MODULE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);
const OTHER_ENGINE = WebAssembly.validate(VECTOR_MODULE) ? 'wasm/portable.wasm' : 'wasm/simd128.wasm';
const NEEDED = FILES.filter((file) => file !== OTHER_ENGINE);

self.addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(KEPT);
    // From the host, not from what the browser remembers of an earlier edition.
    await cache.addAll(NEEDED.map((file) => new Request(file, { cache: 'reload' })));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener('activate', (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== KEPT) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  const kept = async () => (await (await caches.open(KEPT)).match(event.request, { ignoreSearch: true })) ?? fetch(event.request);
  event.respondWith(kept());
});
