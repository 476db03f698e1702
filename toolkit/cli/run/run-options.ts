// The options that select and tune a run, shared by `tsi run` and `tsi plan`, and their reading. Every mistake is a usage error.
import { resolve } from 'node:path';
import type { Effort } from '../../../suites/runner/check.js';
import { type CiShard, ciShard } from '../../../suites/runner/plan/ci-shard.js';
import type { Selection } from '../../../suites/runner/plan/selection.js';
import { readShard, type Shard } from '../../../suites/runner/plan/shard.js';
import { messageOf } from '../../base/message-of.js';
import { frozenVersions } from '../../requirements/frozen-catalogue.js';
import { type CommandIo, type CommandOption, misuse, type ParsedArgs } from '../command.js';
import { DIALECT_OPTION } from './spoken-dialect.js';

export const BASE_URL_OPTION: CommandOption = {
  flag: 'base-url',
  value: 'URL',
  summary:
    'where the target is, instead of what its profile says; other addresses on the same host and port move along',
};

export const SHARD_OPTION: CommandOption = {
  flag: 'shard',
  value: 'I/N',
  summary: 'only the I-th of N shares, all of one --seed; auto reads the variables of a CI or a Job, seed included',
};

export const SECTION_OPTION: CommandOption = {
  flag: 'section',
  value: 'N',
  many: true,
  summary: 'only checks of this section of the interface, such as 5.3 or 5.3.4',
};

export const SELECTION_OPTIONS: readonly CommandOption[] = [
  {
    flag: 'profile',
    short: 'p',
    value: 'FILE',
    summary: 'the target; without it the embedded reference service is judged',
  },
  BASE_URL_OPTION,
  SECTION_OPTION,
  SHARD_OPTION,
  {
    flag: 'catalogue',
    value: 'N',
    summary: 'only the checks of a released catalogue, so that an update of the suite changes no gate',
  },
  {
    flag: 'effort',
    value: 'E',
    choices: ['quick', 'standard', 'thorough'],
    summary: 'how far properties search; quick also keeps to one variant of each requirement',
  },
  { flag: 'seed', value: 'TEXT', summary: 'repeat the random choices of an earlier run, or share them among shards' },
  { flag: 'suites', value: 'DIR', many: true, summary: 'add the *.suite.ts files of your own in this folder' },
  {
    flag: 'allow-trading-on',
    value: 'HOST',
    summary: 'run trading checks on this host although its profile does not say environment: sandbox',
  },
];

export const FAILED_OPTION: CommandOption = {
  flag: 'failed',
  summary: 'repeat what failed or stayed open in the last run',
};

/** Of every run, whoever is judged. */
export const REPORT_OPTIONS: readonly CommandOption[] = [
  { flag: 'bail', summary: 'start no further check once one has failed; those are reported as not run' },
  {
    flag: 'out',
    short: 'o',
    value: 'DIR',
    summary:
      'where the report goes (conformance-report), instead of the one there; of links only one to a folder without a report is followed',
  },
  {
    flag: 'level',
    value: 'L',
    choices: ['must', 'should'],
    summary: 'with should, a failed check of level should decides the exit code too',
  },
  { flag: 'waivers', value: 'FILE', summary: 'known failures: a YAML list of {pattern, reason, expires}' },
  { flag: 'json', summary: 'print the results as one JSON document on stdout' },
  { flag: 'tree', summary: 'end with the requirements by section' },
  {
    flag: 'progress',
    value: 'MODE',
    choices: ['text', 'json'],
    summary: 'progress on stderr for people, or as JSON lines',
  },
];

export const RUN_OPTIONS: readonly CommandOption[] = [
  FAILED_OPTION,
  { flag: 'watch', summary: 'repeat whenever the profile or a suite changes, or the target answers again' },
  ...REPORT_OPTIONS,
];

export const REFERENCE_OPTION: CommandOption = {
  flag: 'reference',
  summary: 'judge the embedded reference service, and mean it',
};

/** Only without a profile. Each says that the embedded service is meant. */
export const REFERENCE_OPTIONS: readonly CommandOption[] = [
  REFERENCE_OPTION,
  DIALECT_OPTION,
  { flag: 'habit', value: 'ID', many: true, summary: 'let the embedded service differ legally, see tsi habits' },
  { flag: 'fault', value: 'ID', many: true, summary: 'let the embedded service deviate on purpose, see tsi faults' },
];

/** Of `tsi plan`: what would run depends on how the service spells, not on what it does. */
export const PLANNED_REFERENCE_OPTIONS: readonly CommandOption[] = [
  { ...REFERENCE_OPTION, summary: 'plan for the embedded reference service, and mean it' },
  DIALECT_OPTION,
];

/** Whoever names a target and the embedded service means one of them by mistake. `options`: those of the command. */
export function refuseReferenceBesideProfile(args: ParsedArgs, options: readonly CommandOption[]): void {
  const ofReference = options.find(({ flag }) => args.on(flag));
  if (ofReference !== undefined && args.on('profile')) {
    throw args.misuse(`--${ofReference.flag} is for the embedded service; it does not go with --profile`);
  }
}

export const SELECTORS_HELP: string =
  'A selector is an area (auth), a requirement (auth.body-hash-matches), a check (auth.body-hash-matches/order-body-byte-changed), a kind (scenario, property, ' +
  'concurrent, history), or a glob over ids (auth.*). A check is taken when one selector fits. Without selectors all are.';

export interface RunSelection {
  readonly selection: Selection;
  readonly shard: Shard | undefined;
  /** The released catalogue that is asked for; the present one when left out. */
  readonly catalogue?: string;
  /** Which variables said so, where `auto` read them. */
  readonly shardNote?: string;
  readonly seed: string | undefined;
  readonly effort: Effort;
  /** Absolute. */
  readonly suiteFolders: readonly string[];
  /** What the selection is called, where it is too long to name itself. */
  readonly name?: string;
}

const SEED = /^[A-Za-z0-9._-]{1,64}$/;

/** Each is tried with each check; whoever means so many means a glob. */
const MOST_SELECTORS = 1_000;

export function selectorsOf(args: ParsedArgs): readonly string[] {
  const { positionals } = args;
  if (positionals.length <= MOST_SELECTORS) return positionals;
  throw args.misuse(
    `expected at most ${MOST_SELECTORS} selectors, got ${positionals.length}; name areas, or globs over ids`,
  );
}

export function readSelection(args: ParsedArgs, io: CommandIo): RunSelection {
  const { shard, seed, note } = shareOf(args, io);
  return {
    selection: { selectors: selectorsOf(args), sections: args.all('section') },
    shard,
    ...catalogueOf(args),
    ...(note !== undefined && { shardNote: note }),
    seed,
    effort: effortOf(args),
    suiteFolders: args.all('suites').map((folder) => resolve(io.cwd, folder)),
  };
}

function catalogueOf(args: ParsedArgs): Pick<RunSelection, 'catalogue'> {
  const catalogue = args.text('catalogue');
  if (catalogue === undefined) return {};
  const known = frozenVersions();
  if (!known.includes(catalogue)) throw args.misuse(`--catalogue is one of ${known.join(', ')}; got ${catalogue}`);
  return { catalogue };
}

export interface Share {
  readonly shard: Shard | undefined;
  readonly seed: string | undefined;
  readonly note?: string;
}

/** `--shard` and `--seed`: which shares of a run this is, and the seed that all of them have in common. */
export function shareOf(args: ParsedArgs, io: Pick<CommandIo, 'env'>): Share {
  const stated = args.text('seed');
  const { shard, seed: common, says } = ciShare(args, io);
  const seed = stated ?? common;
  if (seed !== undefined && !SEED.test(seed)) {
    throw args.misuse(`--seed is up to 64 letters, digits, dots, dashes and underscores; got ${seed}`);
  }
  if (says === undefined) return { shard, seed };
  const alone = seed === undefined ? '; without --seed, it cannot be merged with the others' : '';
  return { shard, seed, note: `${says}${alone}` };
}

/** `--shard` alone, for runs that have one seed. */
export function ciShare(args: ParsedArgs, io: Pick<CommandIo, 'env'>): Partial<CiShard> {
  const text = args.text('shard');
  return text === 'auto' ? autoShard(args, io) : statedShard(args, text);
}

function statedShard(args: ParsedArgs, text: string | undefined): Partial<CiShard> {
  if (text === undefined) return {};
  const shard = readShard(text);
  if (shard !== undefined) return { shard };
  throw args.misuse(`--shard is I/N with I from 1 to N, such as 2/5, or auto; got ${text}`);
}

function autoShard(args: ParsedArgs, { env }: Pick<CommandIo, 'env'>): CiShard {
  try {
    return ciShard(env);
  } catch (cause) {
    throw args.misuse(`--shard auto: ${messageOf(cause)}`);
  }
}

export function effortOf(args: ParsedArgs): Effort {
  const effort = args.text('effort');
  return effort === 'quick' || effort === 'thorough' ? effort : 'standard';
}

/** `--base-url`; undefined when it is left out. */
export function baseUrlOf(args: ParsedArgs): string | undefined {
  const text = args.text('base-url');
  if (text === undefined) return undefined;
  if (!args.on('profile')) throw args.misuse('--base-url goes with --profile');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (url === undefined || !isPlain || !/^https?:$/.test(url.protocol)) {
    throw args.misuse(`--base-url is an address with http:// or https:// and at most a path; got ${text}`);
  }
  return text;
}

/** How the embedded service spells, where it does so by name alone. */
export function dialectOf(args: ParsedArgs): 'default' | 'contrary' {
  const said = args.text('dialect') ?? 'default';
  if (said === 'default' || said === 'contrary') return said;
  throw args.misuse(`--dialect is one of default, contrary here; got ${said}`);
}

/** Whether nothing on the command line says what to judge: a profile may have been forgotten. */
export function isAssumed(args: ParsedArgs): boolean {
  return ![{ flag: 'profile' }, ...REFERENCE_OPTIONS].some(({ flag }) => args.on(flag));
}

/** Whether a CI runs this, as all of them say. */
export function isInCi({ env }: Pick<CommandIo, 'env'>): boolean {
  return /^(1|true)$/i.test(env['CI'] ?? '');
}

/** Whether trading checks may run in spite of the profile; the flag must name the very host. */
export function tradingAllowed(args: ParsedArgs, baseUrl: string): boolean {
  const host = args.text('allow-trading-on');
  if (host === undefined) return false;
  const actual = new URL(baseUrl).hostname;
  if (host === actual) return true;
  throw misuse(`--allow-trading-on names ${host}, but the profile's host is ${actual}`);
}
