// `npx` starts a program through a shell, and hands a signal to that shell alone: whoever kills `npx tsi serve` would leave the service
// behind. Only there does the end of the parent mean anything: elsewhere a service outlives the script that started it.

const LOOK_MS = 500;

export interface Family {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly parent: () => number;
}

/** Calls back once, when `npx` that started this program is gone; what it returns ends the looking. Keeps no process alive. */
export function whenOrphaned({ env, parent }: Family, then: () => void, lookMs: number = LOOK_MS): () => void {
  if (env['npm_command'] !== 'exec') return () => undefined;
  const first = parent();
  const timer = setInterval(() => {
    if (parent() === first) return;
    clearInterval(timer);
    then();
  }, lookMs);
  timer.unref();
  return () => clearInterval(timer);
}
