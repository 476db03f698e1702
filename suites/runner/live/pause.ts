// A pause that ends early, by rejection, when the check is stopped.

export function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const give = (): void => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', give);
      resolve();
    }, ms);
    signal.addEventListener('abort', give, { once: true });
  });
}
