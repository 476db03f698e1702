// vitest as the engine, through its programmatic API: one worker thread, compiled JavaScript, all items concurrent. Verdicts come from
// the channel; from vitest only what went wrong outside of every check.
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SerializedError, Vitest } from 'vitest/node';
import type { RunSpec } from './run-spec.js';

export interface Engine {
  /** Loads a file in this thread, TypeScript included; for users' own suites. */
  load(file: string): Promise<unknown>;
  /** Runs the items; resolves, when the worker is done, to what went wrong outside of every check. */
  run(spec: RunSpec): Promise<readonly string[]>;
  /** Gives up a run whose worker does not heed the channel. */
  cancel(): Promise<void>;
  close(): Promise<void>;
}

/** Nothing of the folder that the run was started from may reach in. */
const VITE = { configFile: false, envDir: false, clearScreen: false, logLevel: 'error' } as const;

export interface EngineHooks {
  /** What suites print, which must not get among the documents on stdout. */
  readonly onPrint?: (text: string) => void;
}

export async function createEngine(hooks: EngineHooks = {}): Promise<Engine> {
  const { createVitest } = await import('vitest/node');
  const here = realpathSync(dirname(fileURLToPath(import.meta.url)));
  const root = dirname(dirname(dirname(here)));
  const extension = fileURLToPath(import.meta.url).endsWith('.ts') ? 'ts' : 'js';
  const faults: string[] = [];
  // vitest's logger ends the process a millisecond after SIGINT: what it hangs onto the process is taken off again.
  const restore = rememberListeners();
  const vitest = await createVitest(
    'test',
    {
      watch: false,
      config: false,
      root,
      dir: root,
      include: [join('suites', 'runner', 'engine', `checks.engine.${extension}`)],
      exclude: [],
      reporters: [
        {
          onUserConsoleLog: (log: { readonly content: string }) => hooks.onPrint?.(log.content),
          onTestRunEnd: (
            modules: readonly { errors(): readonly SerializedError[] }[],
            unhandled: readonly SerializedError[],
          ) => {
            for (const error of [...unhandled, ...modules.flatMap((module) => module.errors())]) {
              faults.push(error.stack ?? error.message);
            }
          },
        },
      ],
      pool: 'threads',
      maxWorkers: 1,
      isolate: false,
      fileParallelism: false,
      retry: 0,
      allowOnly: false,
      passWithNoTests: false,
      api: false,
      cache: false,
      includeTaskLocation: false,
      teardownTimeout: 3000,
      hookTimeout: 30_000,
      maxConcurrency: Number.MAX_SAFE_INTEGER,
      // Compiled modules need no transformation: node loads them itself, once per thread.
      server: { deps: { external: [/\/dist\/(?!.*checks\.engine).*\.js$/] } },
    },
    VITE,
  );
  restore();
  return {
    load: (file) => vitest.import(file),
    async run(spec) {
      vitest.provide('tsiRun', spec);
      await start(vitest);
      return faults.splice(0);
    },
    cancel: () => vitest.cancelCurrentRun('keyboard-input'),
    close: () => vitest.close(),
  };
}

async function start(vitest: Vitest): Promise<void> {
  const restore = rememberListeners();
  const exitCode = process.exitCode;
  try {
    await vitest.start();
  } finally {
    restore();
    // vitest sets it for its own view of the tests.
    process.exitCode = exitCode;
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Returns a function that takes off every listener that was added to the process since. */
function rememberListeners(): () => void {
  const known = SIGNALS.map((signal) => new Set(process.listeners(signal)));
  return () => {
    SIGNALS.forEach((signal, index) => {
      for (const listener of process.listeners(signal)) {
        if (known[index]?.has(listener) !== true) process.off(signal, listener);
      }
    });
  };
}
