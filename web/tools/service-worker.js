// Makes the page work offline: caches every file on installation and serves it from the cache.
// `web/build` prepends the definitions of VERSION and FILES to this file.

/* global VERSION, FILES */
// Caches are shared by the whole origin, which may host another copy of the page in another folder.
const CACHE_PREFIX = `veridoku ${new URL(self.registration.scope).pathname} `;
const CACHE_NAME = `${CACHE_PREFIX}${VERSION}`;

// Only one of the two engines is needed; scripts/engine/worker.js uses the same test.
const VECTOR_MODULE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98,
  11,
]);
const OTHER_ENGINE = WebAssembly.validate(VECTOR_MODULE) ? 'wasm/portable.wasm' : 'wasm/simd128.wasm';
const PRECACHE = FILES.filter((file) => file !== OTHER_ENGINE);

self.addEventListener('install', (event) => {
  const precache = async () => {
    const cache = await caches.open(CACHE_NAME);
    // Bypass the HTTP cache, which may contain files of an earlier version.
    await cache.addAll(PRECACHE.map((file) => new Request(file, { cache: 'reload' })));
    await self.skipWaiting();
  };
  event.waitUntil(precache());
});

self.addEventListener('activate', (event) => {
  const deleteOldCaches = async () => {
    for (const name of await caches.keys())
      if (name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(deleteOldCaches());
});

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  const cacheFirst = async () =>
    (await (await caches.open(CACHE_NAME)).match(event.request, { ignoreSearch: true })) ??
    fetch(event.request);
  event.respondWith(cacheFirst());
});
