/** The engine behind the server that sent this page. */

/** @returns {import('./engine.js').Transport} */
export function httpTransport() {
  return async (operation, question) => {
    try {
      const response = await fetch(`api/v1/${encodeURIComponent(operation)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(question),
      });
      return await response.json();
    } catch {
      return { operation: 'error', kind: 'unreachable', error: 'the engine does not answer; is veridoku serve still running?' };
    }
  };
}
