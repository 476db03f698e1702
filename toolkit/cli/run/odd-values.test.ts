// Any JSON in any place of any message of a real run, in both dialects: reading it, taking it down, looking for what is out of form and
// judging the history never throws, and no checker ends in an error.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { outOfForm } from '../../../suites/runner/live/verdict/out-of-form.js';
import { CHECKERS, JournalJudgement } from '../../checkers/index.js';
import { readWholeJournal } from '../../journal/reader.js';
import type { JournalRecord } from '../../journal/record.js';
import { createRedactor } from '../../journal/redaction.js';
import { serialiseRecord } from '../../journal/serialise.js';
import { decodeBody } from '../../payload/decode-body.js';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject, memberOf } from '../../payload/json-kind.js';
import { type Dialect, REQUEST_NAMES } from '../../profile/dialect/dialect.js';
import { loadDialect } from '../../profile/dialect/load-dialect.js';
import { viewOf } from '../../profile/dialect/reading/answer-view.js';
import { startReference } from '../../reference/index.js';
import { readFrame } from '../../wire/streams/read-frame.js';
import { callBuiltTsi } from '../call-tsi.test.aid.js';
import { evaluateAssertion } from '../report/evaluate.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-odd-values-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Few checks that between them meet every kind of message. */
const SELECTION = ['configuration', 'hmr', 'instruments', 'journal', 'positions', 'ticks', '--effort', 'quick'];

/** JSON texts that no value of JavaScript writes, and values that hurt somebody once. */
const TEXTS = [
  '1e400',
  '-1e400',
  '1e308',
  '-0',
  '9007199254740993',
  '50000000',
  '"1e999999999"',
  '"NaN"',
  '"\\ud800"',
  '"\\u0000"',
  '"__proto__"',
  '"275760-09-13T00:00:00.000+00:00"',
  '[{}]',
  '[null]',
  '{"code":{}}',
  '{"__proto__":{"x":1},"length":1e9,"then":1,"toJSON":"x"}',
  `${'['.repeat(50)}${']'.repeat(50)}`,
  `"${'7'.repeat(5_000)}"`,
  '9'.repeat(300),
];
const odd = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
);

/** Each run of the property judges a whole history, which is what takes time; one defect in it is enough. */
const RUNS = 6;
const CHANGES = { minLength: 20, maxLength: 60 };

describe.each(['default', 'contrary'] as const)('the %s dialect', (name) => {
  it('meets any JSON in any place without an exception', { timeout: 120_000 }, async () => {
    const run = await callBuiltTsi(['run', ...SELECTION, '--dialect', name, '--out', name], { cwd: folder });
    expect(run.code, run.stderr).toBe(0);
    const { records } = await readWholeJournal(join(folder, name, 'journal.ndjson'));
    const reference = await startReference({ dialect: name, accounts: 1 });
    const dialect = await loadDialect(reference.profile);
    await reference.close();
    const messages = records.filter(
      ({ kind, raw }) => (kind === 'ok' || kind === 'event') && typeof raw === 'string' && raw.length < 20_000,
    );
    const kinds = new Set(messages.map(kindOf));
    expect(kinds.size, [...kinds].join(', ')).toBeGreaterThan(12);
    const assertions = records.filter(({ kind }) => kind === 'assert');
    // One of each kind is as likely as any other, however often it came.
    const byKind = [...kinds].map((kind) => messages.filter((message) => kindOf(message) === kind));
    const change = fc.record({ kind: fc.nat(), message: fc.nat(), place: fc.nat(), text: odd });
    fc.assert(
      fc.property(fc.array(change, CHANGES), (changes) => {
        const changed = new Map<number, JournalRecord>();
        for (const { kind, message, place, text } of changes) {
          const all = byKind[kind % byKind.length] ?? [];
          const record = all[message % all.length];
          if (record !== undefined) changed.set(record.i, reread(dialect, record, place, text));
        }
        outOfForm(changed.values());
        for (const { parsed } of assertions) evaluatedOn(changed, parsed);
        const judgement = new JournalJudgement(CHECKERS);
        for (const record of records) judgement.see(changed.get(record.i) ?? record);
        const broken = judgement.finish().filter(({ isBroken }) => isBroken);
        expect(broken.map(({ checker, reason }) => `${checker}: ${reason ?? ''}`)).toEqual([]);
      }),
      { numRuns: RUNS, seed: 20_260_101 },
    );
  });
});

/** An assertion of the run, taken again where it rests on a changed record. */
function evaluatedOn(changed: ReadonlyMap<number, JournalRecord>, parsed: JsonValue): void {
  const [index, pointer] = [memberOf(parsed, 'record'), memberOf(parsed, 'pointer')];
  const record = typeof index === 'number' ? changed.get(index) : undefined;
  const predicate = memberOf(parsed, 'predicate');
  if (record === undefined || typeof pointer !== 'string' || typeof predicate !== 'string') return;
  if (memberOf(parsed, 'computed') === true) return;
  expect(evaluateAssertion(record.parsed, pointer, predicate, memberOf(parsed, 'expected') ?? null)).toBeTypeOf(
    'boolean',
  );
}

function kindOf({ kind, parsed }: JournalRecord): string {
  return `${kind} ${String(memberOf(parsed, kind === 'ok' ? 'request' : 'kind'))} ${String(memberOf(parsed, 'status'))}`;
}

/** The record as the run would have left it, had the target sent that value there. */
function reread(dialect: Dialect, record: JournalRecord, place: number, text: string): JournalRecord {
  const raw = withText(String(record.raw), place, text);
  const bytes = Buffer.from(raw, 'utf8');
  const redactor = createRedactor();
  if (record.kind === 'event') {
    const { messages, error } = readFrame(bytes, (frame) => dialect.readFrame(frame));
    const [first] = messages;
    const view = (first?.view ?? {}) as unknown as JsonValue; // a view holds JSON values only
    return written({
      ...record,
      raw,
      error,
      parsed: { kind: first?.kind ?? 'unknown', message: first?.message ?? null, view },
    });
  }
  const { body, bodyFault } = decodeBody(bytes);
  const { request, status } = record.parsed as JsonObject & { readonly request: JsonValue; readonly status: number }; // an answer's
  const known = REQUEST_NAMES.find((one) => one === request);
  const view = known === undefined ? null : viewOf(dialect, known, status, body);
  return written({
    ...record,
    raw,
    parsed: { ...(record.parsed as JsonObject), body: body ?? null, view, bodyFault: bodyFault ?? null },
  });

  function written(changed: JournalRecord): JournalRecord {
    return JSON.parse(serialiseRecord(changed, redactor)) as JournalRecord; // as a reader of the journal gets it
  }
}

/** The JSON text with the value at one of its places replaced. */
function withText(raw: string, place: number, text: string): string {
  const value = decodeBody(Buffer.from(raw, 'utf8')).body;
  if (value === undefined) return text;
  const places: (readonly (string | number)[])[] = [];
  collect(value, [], places);
  const chosen = places[place % places.length] ?? [];
  const mark = '@odd value@';
  return JSON.stringify(replacedAt(value, chosen, mark)).replace(JSON.stringify(mark), () => text);
}

function collect(value: JsonValue, path: readonly (string | number)[], into: (readonly (string | number)[])[]): void {
  into.push(path);
  if (isJsonArray(value)) value.slice(0, 20).forEach((item, at) => void collect(item, [...path, at], into));
  else if (isJsonObject(value)) for (const [name, item] of Object.entries(value)) collect(item, [...path, name], into);
}

function replacedAt(value: JsonValue, [step, ...rest]: readonly (string | number)[], by: JsonValue): JsonValue {
  if (step === undefined) return by;
  if (isJsonArray(value)) return value.map((item, at) => (at === step ? replacedAt(item, rest, by) : item));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, name === step ? replacedAt(item, rest, by) : item]),
  );
}
