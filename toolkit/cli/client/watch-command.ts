// `tsi client watch`: judges a program by what it sends alone. It finds addresses and key in its environment, or is started by somebody
// else who is told them.
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { watch } from '../../../suites/clients/watching/watch.js';
import { StartedGroup } from '../../base/end-processes.js';
import { shellWord } from '../../base/shell-word.js';
import { loadCatalogue } from '../../requirements/catalogue.js';
import type { CommandIo, ParsedArgs } from '../command.js';
import type { ExitCode } from '../exit-codes.js';
import { clearReport, outFolder } from '../report/out-folder.js';
import { lockFolder } from '../run/guards/folder-lock.js';
import { guardedIo } from '../run/guards/guarded-io.js';
import { withKeyFile } from './client-source.js';
import { environmentOf } from './environment.js';
import { playAndReport } from './play-and-report.js';
import { shareOfPlan } from './prepare-client.js';
import { venueFrom } from './venue-dialect.js';
import { watchedPlan } from './watched-plan.js';

const SEED = 7;
const ORDINARY_MS = 180_000;
const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };
const TERM_GRACE_MS = 2_000;
const LONGEST_LINE = 1 << 16;
/** Of what a program says; what it says beyond that is read and forgotten. */
const MOST_RELAYED = 1 << 24;

/** The program, and all that it starts. */
interface Bot {
  readonly child: ChildProcess;
  readonly group: StartedGroup;
}

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
    const out = outFolder(resolve(io.cwd, args.text('out') ?? 'conformance-report'));
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
    let bot: Bot | undefined;
    let begin: (() => Bot) | undefined;
    try {
      clearReport(out);
      const results = await playAndReport({ folder: out, lock }, prepared, { args, io }, (own, { ended }) =>
        watch({
          venue: own,
          durationMs,
          toTheEnd: args.text('for') !== undefined,
          signal: stop.signal,
          ended,
          ready: ({ service }) => {
            const variables = environmentOf(service, own);
            if (program === undefined) print(io, variables);
            else begin = () => start([program, ...words], variables, io, abort);
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
  [program, ...words]: readonly [string, ...string[]],
  variables: Readonly<Record<string, string>>,
  io: CommandIo,
  gone: () => void,
): Bot {
  const group = new StartedGroup();
  const child = spawn(program, words, {
    cwd: io.cwd,
    env: { ...process.env, ...variables, ...group.environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });
  group.began(child.pid);
  for (const stream of [child.stdout, child.stderr]) relay(stream, io);
  child.once('error', ({ message }) => {
    io.stderr.write(`${program} does not start: ${message}\n`);
    gone();
  });
  child.once('exit', (status, signal) => {
    io.stderr.write(`${program} ended ${signal === null ? `with status ${status}` : `by ${signal}`}\n`);
    gone();
  });
  return { child, group };
}

/** Line by line: what is told in pieces would be known by its value in none of them. */
function relay(stream: Readable | null, io: CommandIo): void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let left = MOST_RELAYED;
  const say = (text: string): void => {
    if (left > 0) io.stderr.write(left > text.length ? text : `${text.slice(0, left)}\n(it says more than is shown)\n`);
    left -= text.length;
  };
  stream?.on('data', (chunk: Buffer) => {
    const text = rest + decoder.write(chunk);
    const end = text.length - text.lastIndexOf('\n') > LONGEST_LINE ? text.length : text.lastIndexOf('\n') + 1;
    if (end > 0) say(text.slice(0, end));
    rest = text.slice(end);
  });
  stream?.once('end', () => rest !== '' && say(rest));
}

async function end({ child, group }: Bot): Promise<void> {
  // Whoever ends it knows.
  child.removeAllListeners('exit');
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    group.signal('SIGTERM');
    const timer = setTimeout(() => group.end(), TERM_GRACE_MS);
    await ended;
    clearTimeout(timer);
  }
  // What it started may be there yet, and hold its pipes open.
  group.end();
  child.stdout?.destroy();
  child.stderr?.destroy();
}
