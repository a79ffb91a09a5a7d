/** The transport to the server that delivered this page. */

/** @returns {import('./engine.js').Transport} */
export function httpTransport() {
  return async (operation, params, signal) => {
    try {
      const response = await fetch(`api/v1/${encodeURIComponent(operation)}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(params),
        signal,
      });
      return await response.json();
    } catch {
      const error = signal?.aborted
        ? 'cancelled'
        : 'the engine does not respond; is veridoku serve still running?';
      return { operation: 'error', kind: 'unreachable', error };
    }
  };
}
