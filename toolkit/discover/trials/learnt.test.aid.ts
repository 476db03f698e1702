// What a profile that the probe filled in reads of a service, beside what the service's own dialect reads: right, wrong, or left open.
// Members are compared by what they read, not by how they are spelled: several pointers may lead to one value.
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../payload/json-kind.js';
import { compileDialect } from '../../profile/dialect/compile.js';
import type { Dialect } from '../../profile/dialect/dialect.js';
import { fillDialect } from '../../profile/dialect/fill.js';
import type { DialectSpec } from '../../profile/dialect/spec.js';
import { WORDS } from '../../profile/dialect/vocabularies.js';
import type { Profile } from '../../profile/profile.js';
import { startReference } from '../../reference/index.js';
import { proposeFromSamples } from '../probe/propose.js';
import { readTarget } from '../probe/read-target.js';
import { BODY_READERS } from '../probe/readings.js';
import { Samples } from '../probe/samples.js';
import { tradeOnTarget } from '../probe/trade-on-target.js';
import { applyProposals } from '../proposals/apply.js';
import { changeLines } from '../proposals/write-yaml.js';

export interface Learnt {
  readonly right: readonly string[];
  /** With an example: what is there, and what is read. */
  readonly wrong: readonly string[];
  readonly open: readonly string[];
  /** What the profile is to state otherwise, line by line. */
  readonly changes: readonly string[];
  /** Messages that nothing recognises; they are open, too. */
  readonly dialect: JsonObject;
}

/** How to ask, which no answer shows: an owner fills it in before the probe can be of use. */
function asking(wanted: JsonObject): JsonObject {
  const { requests = {}, commands = {}, words = {} } = wanted;
  const { side = {}, orderType = {} } = isJsonObject(words) ? words : {};
  return { requests, commands, words: { side, orderType } };
}

/** Starts a service that speaks the dialect, and probes it as `tsi init --probe --allow-trading` does, with a profile of requests alone. */
export function learnt(name: string, wanted: JsonObject): Promise<Learnt> {
  return probed(name, wanted, asking(wanted));
}

/** The same with a profile that is right from the start: nothing that reads what came may give way to a guess. */
export function kept(name: string, wanted: JsonObject): Promise<Learnt> {
  return probed(name, wanted, wanted);
}

async function probed(name: string, wanted: JsonObject, base: JsonObject): Promise<Learnt> {
  const { signal } = new AbortController();
  const spec = fillDialect(wanted);
  const reference = await startReference({ accounts: 2, dialect: { name, dialect: { spec } } });
  try {
    const speaking = (dialect: JsonObject): Profile => ({
      ...reference.profile,
      dialect: { spec: fillDialect(dialect) },
    });
    let dialect = base;
    let changes: readonly string[] = [];
    const samples = new Samples();
    for (const look of [readTarget, readTarget, tradeOnTarget, tradeOnTarget]) {
      await look(speaking(dialect), samples, signal);
      const applied = applyProposals(base, proposeFromSamples(base, samples).proposals);
      dialect = applied.dialect;
      changes = changeLines(applied.changes);
    }
    return { ...compared(compile(wanted), compile(dialect), [samples]), changes, dialect };
  } finally {
    await reference.close();
  }
}

function compile(dialect: JsonObject): Dialect {
  return compileDialect(fillDialect(dialect) as unknown as DialectSpec, 'http://target.invalid');
}

type Ending = 'right' | 'wrong' | 'open';

function compared(wanted: Dialect, found: Dialect, seen: readonly Samples[]): Omit<Learnt, 'dialect' | 'changes'> {
  const ends = new Map<string, { ending: Ending; example: string }>();
  const weight: readonly Ending[] = ['right', 'open', 'wrong'];
  const tell = (member: string, there: unknown, read: unknown): void => {
    const ending = isDeepStrictEqual(there, read) ? 'right' : isNothing(read) ? 'open' : 'wrong';
    const known = ends.get(member);
    if (known !== undefined && weight.indexOf(known.ending) >= weight.indexOf(ending)) return;
    ends.set(member, { ending, example: `${short(there)}, read as ${short(read)}` });
  };
  for (const { body, value } of seen.flatMap(({ bodies }) => bodies)) {
    const [there, read] = [BODY_READERS[body](wanted, value), BODY_READERS[body](found, value)];
    for (const [member, pair] of leaves(there, read)) tell(`bodies.${body}${member}`, ...pair);
  }
  for (const { value } of seen.flatMap(({ messages }) => messages)) {
    const [there, read] = [wanted.readFrame(value), found.readFrame(value)];
    const isSplit = there.length === read.length;
    tell('frames', there.length, isSplit ? there.length : read.length);
    for (const [index, message] of there.entries()) {
      const { kind, view } = (isSplit ? read[index] : read[0]) ?? { kind: 'unknown', view: {} };
      // What means nothing may stay unknown, which a run takes for the same.
      const isKnown = kind !== 'unknown' && !(message.kind === 'ignored' && kind === 'ignored');
      tell(
        `messages.${message.kind}`,
        message.kind,
        isKnown || message.kind === 'ignored' ? kind.replace('unknown', 'ignored') : undefined,
      );
      if (kind !== message.kind) continue;
      for (const [member, pair] of leaves(message.view, view)) tell(`messages.${kind}${member}`, ...pair);
    }
  }
  for (const [vocabulary, word, spelled] of spokenWords(wanted)) {
    const read = vocabulary === 'operationState' ? undefined : found.meaning(vocabulary as never, spelled);
    if (read !== undefined) tell(`words.${vocabulary}.${word}`, word, read);
  }
  const of = (wished: Ending): readonly string[] =>
    [...ends]
      .filter(([, { ending }]) => ending === wished)
      .map(([member, { example }]) => (wished === 'right' ? member : `${member}: ${example}`));
  return { right: of('right'), wrong: of('wrong'), open: of('open') };
}

function spokenWords(dialect: Dialect): readonly (readonly [string, string, JsonValue])[] {
  const { words } = dialect.describe();
  if (!isJsonObject(words)) return [];
  return Object.keys(WORDS).flatMap((vocabulary) =>
    Object.entries(isJsonObject(words[vocabulary]) ? words[vocabulary] : {}).flatMap(([word, spelled]) =>
      (isJsonArray(spelled) ? spelled : [spelled]).map((one) => [vocabulary, word, one] as const),
    ),
  );
}

/** Pairs of values at the same place of two views; a list is its items, of which each counts for the same member. */
function leaves(
  there: unknown,
  read: unknown,
  at: string = '',
): readonly (readonly [string, readonly [unknown, unknown]])[] {
  if (Array.isArray(there) && Array.isArray(read) && there.length === read.length) {
    return there.flatMap((item, index) => leaves(item, read[index], `${at}[]`));
  }
  if (isRecord(there) && isRecord(read)) {
    const names = new Set([...Object.keys(there), ...Object.keys(read)]);
    return [...names].flatMap((name) => leaves(there[name], read[name], `${at}.${name}`));
  }
  return [[at, [there, read]]];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A place of another member, that is null here, says nothing. */
function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0) || value === 'unknown';
}

function short(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 80);
}
