// Time as this process lived it. On a machine that is starved a thread stands still for seconds, and what it waited for may lie in its
// sockets unread: a wait that ends then has proven nothing. So a pause between two ticks counts as no more than a few of them.

const TICK_MS = 50;
const MOST_MS = 200;

/** A wait lasts at most so many times as long as it was asked to. */
const MOST_TIMES = 5;

let lastMs = performance.now();
let livedMs = 0;
let ticker: NodeJS.Timeout | undefined;

function live(): number {
  const nowMs = performance.now();
  livedMs += Math.min(nowMs - lastMs, MOST_MS);
  lastMs = nowMs;
  return livedMs;
}

/** Calls back once this process has run for so many milliseconds; returns what calls it off. */
export function afterRunning(ms: number, callback: () => void): () => void {
  if (ticker === undefined) {
    lastMs = performance.now();
    ticker = setInterval(live, TICK_MS).unref();
  }
  const startedMs = performance.now();
  const dueMs = live() + ms;
  const look = (): void => {
    const leftMs = dueMs - live();
    if (leftMs <= 1 || performance.now() - startedMs >= ms * MOST_TIMES) callback();
    else timer = setTimeout(look, leftMs);
  };
  let timer = setTimeout(look, ms);
  return () => clearTimeout(timer);
}
