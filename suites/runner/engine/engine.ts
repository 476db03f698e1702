// vitest as the engine, through its programmatic API: one worker thread, compiled JavaScript, all items concurrent. Verdicts come from
// the channel; from vitest only what went wrong outside of every check.
import type { EventEmitter } from 'node:events';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { SerializedError, Vitest } from 'vitest/node';
import { codeExtension, codeFolder } from '../../../toolkit/base/package-root.js';
import { EngineLink } from './engine-link.js';
import { type EngineWorker, followRun, type RunOptions, type RunReport } from './follow-run.js';
import type { RunSpec } from './run-spec.js';

export interface Engine {
  /** Loads a file in this thread, TypeScript included; for users' own suites. */
  load(file: string): Promise<unknown>;
  /** Runs checks and accounts for each of them. Once per engine. */
  run(spec: RunSpec, options?: RunOptions): Promise<RunReport>;
  close(): Promise<void>;
}

/** Nothing of the folder that the run was started from may reach in. */
const VITE = { configFile: false, envDir: false, clearScreen: false, logLevel: 'error' } as const;

export interface EngineHooks {
  /** What suites print, which must not get among the documents on stdout. */
  readonly onPrint?: (text: string) => void;
}

/** Starts at once: the worker boots and loads the suites while the caller still plans. */
export async function createEngine(hooks: EngineHooks = {}): Promise<Engine> {
  const { createVitest } = await import('vitest/node');
  const root = realpathSync(codeFolder());
  const problems: string[] = [];
  const link = new EngineLink();
  // vitest's logger ends the process a millisecond after SIGINT, so the listeners that vitest adds to the process are removed again.
  const restore = rememberListeners();
  const vitest = await createVitest(
    'test',
    {
      watch: false,
      config: false,
      root,
      dir: root,
      include: [join('suites', 'runner', 'engine', `checks.engine.${codeExtension()}`)],
      exclude: [],
      reporters: [
        {
          onUserConsoleLog: (log: { readonly content: string }) => hooks.onPrint?.(log.content),
          onTestRunEnd: (
            modules: readonly { errors(): readonly SerializedError[] }[],
            unhandled: readonly SerializedError[],
          ) => {
            for (const error of [...unhandled, ...modules.flatMap((module) => module.errors())]) {
              problems.push(error.stack ?? error.message);
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
      provide: { tsiChannel: link.name },
      server: {
        deps: {
          // The engine file must pass through vite, wherever the package is installed, for its imports of users' TypeScript to do so.
          inline: [/[\\/]checks\.engine\.[jt]s$/],
          // Compiled modules need no transformation: node loads them itself, once per thread.
          external: [/[\\/](dist|build)[\\/].*\.js$/],
        },
      },
    },
    VITE,
  );
  restore();
  const done = start(vitest).catch((error: unknown) => {
    problems.push(`the engine failed: ${describe(error)}`);
  });
  const worker: EngineWorker = {
    async work(spec, onMessage) {
      link.run(spec, onMessage);
      await done;
      return problems.splice(0);
    },
    stop: (reason) => link.stop(reason),
    cancel: () => vitest.cancelCurrentRun('keyboard-input'),
  };
  return {
    load: (file) => vitest.import(file),
    run: (spec, options) => followRun(worker, spec, options),
    async close() {
      link.release();
      await vitest.close();
      link.close();
    },
  };
}

/** A run with an engine of its own. */
export async function runOnce(spec: RunSpec, options: RunOptions = {}): Promise<RunReport> {
  const engine = await createEngine();
  try {
    return await engine.run(spec, options);
  } finally {
    await engine.close();
  }
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

/** Events on which vitest would end the process itself. */
const EVENTS = ['SIGINT', 'SIGTERM', 'unhandledRejection', 'uncaughtException'] as const;

/** Returns a function that removes every listener that was added to the process since. */
function rememberListeners(): () => void {
  // As a plain emitter: the types of `process` admit no list of events.
  const events: EventEmitter = process;
  const known = EVENTS.map((event) => new Set(events.listeners(event)));
  return () => {
    EVENTS.forEach((event, index) => {
      for (const listener of events.listeners(event)) {
        // Every listener is a function of some arguments.
        if (known[index]?.has(listener) !== true) events.off(event, listener as (...args: unknown[]) => void);
      }
    });
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
