// `tsi serve` started by a test, with what it says and how it ends.

import { tsi } from '../tsi.js';

export interface Served {
  readonly log: string[];
  /** Resolves when the welcome is complete. */
  readonly welcome: Promise<string>;
  readonly ended: Promise<number>;
  stop(): void;
}

/** Starts `tsi serve` in a folder, as from the command line. */
export function serveIn(cwd: string, ...words: string[]): Served {
  const log: string[] = [];
  const stop = new AbortController();
  let said = '';
  let greeted: (text: string) => void = () => undefined;
  const welcome = new Promise<string>((resolve) => {
    greeted = resolve;
  });
  const ended = tsi(['serve', ...words], {
    stdout: { write: (text: string) => log.push(text), isTty: false, columns: 80 },
    stderr: {
      write: (text: string) => {
        said += text;
        greeted(said);
      },
      isTty: false,
      columns: 80,
    },
    stdin: (async function* () {})(),
    env: {},
    cwd,
    signal: stop.signal,
    commandLine: ['tsi serve', ...words].join(' '),
    program: 'tsi',
  });
  return { log, welcome, ended, stop: () => stop.abort('SIGTERM') };
}
