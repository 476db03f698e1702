// One abort signal from several, with an end: `AbortSignal.any` would stay tied to the signal of the run for as long as that lives.
import { setMaxListeners } from 'node:events';

export interface LinkedSignal {
  readonly signal: AbortSignal;
  /** Lets go of the sources. */
  unlink(): void;
}

export function linkSignals(sources: readonly (AbortSignal | undefined)[]): LinkedSignal {
  const controller = new AbortController();
  const present = sources.filter((source) => source !== undefined);
  const links = present.map((source) => ({ source, forward: () => controller.abort(source.reason) }));
  for (const { source, forward } of links) {
    if (source.aborted) {
      forward();
    } else {
      // Many exchanges at once listen to the one signal of the run; that is no leak to warn of.
      setMaxListeners(0, source);
      source.addEventListener('abort', forward, { once: true });
    }
  }
  return {
    signal: controller.signal,
    unlink() {
      for (const { source, forward } of links) {
        source.removeEventListener('abort', forward);
      }
    },
  };
}
