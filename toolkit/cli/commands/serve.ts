// `tsi serve`: the reference service as a sandbox for whoever writes a client. Prints a ready profile, a line to try, and one log
// line per request with the reason of every refusal.
import { resolve } from 'node:path';
import type { Log } from '../../reference/index.js';
import { type Command, type CommandIo, misuse, type ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { profileToSpeak, spokenDialect } from '../run/spoken-dialect.js';

export const command: Command = {
  name: 'serve',
  summary: 'run the reference service as a sandbox to develop a client against',
  usage: ['serve [options]'],
  about: [
    'A complete implementation of the interface on this machine: play money, ready keys, a price feed that moves, and a control ' +
      'port that brings accounts into any state. Each refusal is explained in the log: which rule failed, what was expected, what came.',
    'It binds to loopback and ends on Ctrl-C. The same seed gives the same keys and prices; with --host beyond loopback its keys are fresh.',
  ],
  positionals: { least: 0, most: 0 },
  options: [
    { flag: 'host', value: 'ADDRESS', summary: 'address to bind to (127.0.0.1); the control port stays on loopback' },
    { flag: 'port', value: 'N', summary: 'port of the service (a free one)' },
    { flag: 'control-port', value: 'N', summary: 'port of the control interface (a free one)' },
    { flag: 'accounts', value: 'N', summary: 'accounts in the pool (16)' },
    { flag: 'seed', value: 'N', summary: 'seed of keys, prices and identifiers (1)' },
    {
      flag: 'dialect',
      value: 'NAME|FILE',
      summary: 'how it spells what the interface leaves open: default, contrary, or as a profile states',
    },
    {
      flag: 'profile',
      short: 'p',
      value: 'FILE',
      summary: 'the target that your client is written for: its dialect is spoken, nothing else of it is used',
    },
    { flag: 'habit', value: 'ID', many: true, summary: 'differ in a way that is legal, see tsi habits' },
    { flag: 'fault', value: 'ID', many: true, summary: 'deviate on purpose, see tsi faults' },
    {
      flag: 'print-profile',
      value: 'FILE',
      summary: 'write the profile, with its keys in files beside it, and keep it',
    },
    {
      flag: 'explain',
      value: 'FORMAT',
      choices: ['text', 'json'],
      summary: 'how the log says what happened and why: lines to read, or one JSON object to a line (text)',
    },
    { flag: 'quiet', summary: 'no log' },
  ],
  examples: [
    { line: 'tsi serve', summary: 'a sandbox on free ports' },
    { line: 'tsi serve --port 8080 --print-profile sandbox.yaml', summary: 'a fixed address, and a profile to keep' },
    {
      line: 'tsi serve --dialect contrary',
      summary: 'the same service, spelled and behaving as differently as allowed',
    },
    {
      line: 'tsi serve --profile target.yaml',
      summary: 'the venue that your client is written for, as its profile spells it',
    },
    { line: 'tsi serve --fault idempotency-reexecute', summary: 'see how your client takes a service that errs' },
  ],
  leavesFiles: true,
  run: serve,
};

async function serve(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const [
    { startReference, introductionText, isLoopback },
    { isOfSomebodyElse, writeProfileFile, keyFileOf },
    { mkdtemp, rm },
    { tmpdir },
    { join },
  ] = await Promise.all([
    import('../../reference/index.js'),
    import('../../reference/sandbox/profile-file.js'),
    import('node:fs/promises'),
    import('node:os'),
    import('node:path'),
  ]);
  const kept = args.text('print-profile');
  if (kept !== undefined && isOfSomebodyElse(resolve(io.cwd, kept))) {
    throw args.misuse(`--print-profile ${kept}: it exists, and no sandbox has written it; give another name`);
  }
  const { refuseUnknown } = await import('../run/target-source.js');
  const [habits, faults] = [args.all('habit'), args.all('fault')];
  await refuseUnknown({ habits, faults });
  const host = args.text('host') ?? '127.0.0.1';
  const dialect = await dialectOf(args, io);
  const reference = await startReference({
    host,
    freshKeys: !isLoopback(host),
    port: port(args, 'port'),
    controlPort: port(args, 'control-port'),
    accounts: args.integer('accounts', 1) ?? 16,
    seed: args.integer('seed') ?? 1,
    dialect,
    habits,
    faults,
    page: true,
    ...(args.on('quiet') ? {} : { log: logOf(args, io) }),
  }).catch((error: unknown) => {
    throw startProblem(error);
  });
  const folder = kept === undefined ? await mkdtemp(join(tmpdir(), 'tsi-serve-')) : undefined;
  const file = kept === undefined ? join(folder ?? '', 'sandbox.yaml') : resolve(io.cwd, kept);
  try {
    writeProfileFile(reference.profile, file);
    if (!isLoopback(host)) io.stderr.write(beyondLoopback(host));
    if (typeof dialect !== 'string') io.stderr.write(speakingFor(dialect.name));
    const tools = { program: io.program, profileFile: file, keyFile: keyFileOf(file, 'main') };
    io.stderr.write(introductionText(await reference.introduce(tools)));
    await aborted(io.signal);
  } finally {
    await reference.close();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
  return EXIT.conformant;
}

function speakingFor(name: string): string {
  return `This sandbox speaks the dialect of ${name}: point a client of that target here. Accounts and keys are the sandbox's.\n\n`;
}

function dialectOf(args: ParsedArgs, io: CommandIo): ReturnType<typeof spokenDialect> {
  const file = args.text('profile');
  if (file === undefined) return spokenDialect(args, io);
  if (args.on('dialect')) throw args.misuse('--profile says which dialect to speak; it does not go with --dialect');
  return profileToSpeak(resolve(io.cwd, file), io);
}

/** Plain HTTP among strangers: play money, yet a program that anybody who reaches it may call. */
function beyondLoopback(host: string): string {
  return `Warning: bound to ${JSON.stringify(host)}, so others can reach this sandbox, in clear text. Its keys are fresh, not those of the seed;
the control interface stays on loopback. Give it to nobody whom you would not give this machine's time.

`;
}

function port(args: ParsedArgs, flag: string): number {
  const value = args.integer(flag) ?? 0;
  if (value > 65_535) throw misuse(`--${flag} is a port of at most 65535; got ${value}`);
  return value;
}

function logOf(args: ParsedArgs, { stdout }: CommandIo): Log {
  return args.text('explain') === 'json'
    ? (_line, note) => void stdout.write(`${JSON.stringify(note)}\n`)
    : (line) => void stdout.write(`${line}\n`);
}

/** A port that is taken, an address that is not of this machine, an unknown fault: the user's to mend. */
function startProblem(error: unknown): unknown {
  if (error instanceof RangeError || (error instanceof Error && 'syscall' in error)) {
    return misuse(error.message, { hint: 'tsi serve --help', cause: error });
  }
  return error;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
