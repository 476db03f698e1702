// `tsi client watch`: judges a program by what it sends alone. It finds addresses and key in its environment, or is started by somebody
// else who is told them.
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { watch } from '../../../suites/clients/watching/watch.js';
import { shellWord } from '../../payload/shell-word.js';
import { loadCatalogue } from '../../requirements/catalogue.js';
import type { CommandIo, ParsedArgs } from '../command.js';
import type { ExitCode } from '../exit-codes.js';
import { lockFolder } from '../run/guards/folder-lock.js';
import { guardedIo } from '../run/guards/guarded-io.js';
import { withKeyFile } from './client-source.js';
import { environmentOf } from './environment.js';
import { playAndReport } from './play-and-report.js';
import { shareOfPlan } from './prepare-client.js';
import { venueFrom } from './venue-dialect.js';
import { watchedPlan } from './watched-plan.js';

const SEED = 7;
const ORDINARY_MS = 120_000;
const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };
const TERM_GRACE_MS = 2_000;

export async function clientWatch(args: ParsedArgs, plainIo: CommandIo): Promise<ExitCode> {
  const [program, ...words] = args.positionals;
  if (args.on('wait') === (program !== undefined)) {
    throw args.misuse('watch takes a program behind --, or --wait for one that somebody else starts');
  }
  if (args.on('restart') && args.on('wait')) throw args.misuse('--restart is for a program that watch starts itself');
  const durationMs = durationOf(args);
  const io = guardedIo(plainIo);
  const catalogue = await loadCatalogue();
  return withKeyFile(await venueFrom(args, io, SEED), async (venue) => {
    io.keepSecret([venue.privatePem]);
    const command =
      program === undefined ? 'a client that waits to be started' : [program, ...words].map(shellWord).join(' ');
    const client = { implementation: command, language: 'unknown', capabilities: [], claims: {} };
    const wish = {
      selection: { selectors: [], sections: args.all('section') },
      shard: undefined,
      effort: 'standard',
    } as const;
    const { plan: all, checks } = watchedPlan(catalogue.byId, client, wish.selection);
    const plan = shareOfPlan(all, undefined);
    const out = resolve(io.cwd, args.text('out') ?? 'conformance-report');
    const source = {
      open: () => Promise.reject(new Error('a client under watch is not asked')),
      most: 1,
      fresh: true,
      embedded: false,
    };
    const reproduce = (): string => io.commandLine;
    const prepared = { catalogue, venue, source, client, plan, wish, command, more: checks, reproduce };
    const lock = lockFolder(out);
    const stop = new AbortController();
    const abort = (): void => stop.abort();
    io.signal.addEventListener('abort', abort, { once: true });
    let bot: ChildProcess | undefined;
    let begin: (() => ChildProcess) | undefined;
    try {
      const results = await playAndReport(out, prepared, args, io, (own, { ended }) =>
        watch({
          venue: own,
          durationMs,
          signal: stop.signal,
          ended,
          ready: ({ service }) => {
            const variables = environmentOf(service, own);
            if (program === undefined) print(io, variables);
            else begin = () => start(program, words, variables, io, abort);
            bot = begin?.();
          },
          ...(args.on('restart') && {
            restart: async () => {
              if (bot !== undefined) await end(bot);
              bot = begin?.();
            },
          }),
        }),
      );
      return results.exitCode as ExitCode; // `reports/model/conformance.ts` makes only codes of this list
    } finally {
      io.signal.removeEventListener('abort', abort);
      if (bot !== undefined) await end(bot);
      lock.release();
    }
  });
}

function durationOf(args: ParsedArgs): number {
  const text = args.text('for');
  if (text === undefined) return ORDINARY_MS;
  const [, count = '', unit = ''] = /^([1-9][0-9]{0,5})([smh])$/.exec(text) ?? [];
  const unitMs = UNITS[unit];
  if (unitMs === undefined) throw args.misuse(`--for is a time such as 90s, 10m or 1h; got ${text}`);
  return Number(count) * unitMs;
}

function print(io: CommandIo, variables: Readonly<Record<string, string>>): void {
  io.stderr.write(
    Object.entries(variables)
      .map(([name, value]) => `export ${name}=${shellWord(value)}\n`)
      .join(''),
  );
}

/** In a process group of its own, so that it ends with all that it starts. What it says goes where messages go. */
function start(
  program: string,
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
  io: CommandIo,
  gone: () => void,
): ChildProcess {
  const bot = spawn(program, [...words], {
    cwd: io.cwd,
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  for (const stream of [bot.stdout, bot.stderr])
    stream?.on('data', (text: Buffer) => io.stderr.write(text.toString('utf8')));
  bot.once('error', ({ message }) => {
    io.stderr.write(`${program} does not start: ${message}\n`);
    gone();
  });
  bot.once('exit', (status, signal) => {
    io.stderr.write(`${program} ended ${signal === null ? `with status ${status}` : `by ${signal}`}\n`);
    gone();
  });
  return bot;
}

async function end(bot: ChildProcess): Promise<void> {
  if (bot.exitCode !== null || bot.signalCode !== null || bot.pid === undefined) return;
  // Whoever ends it knows.
  bot.removeAllListeners('exit');
  const ended = new Promise<void>((resolve) => bot.once('exit', () => resolve()));
  kill(bot.pid, 'SIGTERM');
  const timer = setTimeout(() => kill(bot.pid ?? 0, 'SIGKILL'), TERM_GRACE_MS);
  await ended;
  clearTimeout(timer);
}

function kill(pid: number, signal: NodeJS.Signals): void {
  if (pid === 0) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    // It is gone already.
  }
}
