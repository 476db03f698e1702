// How a failure is made to pass, or what a check asserted is made a claim of the run: what stories of the holder have in common.
import type { CheckResult } from '../../../../reports/model/model.js';
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { all, type Change, inCheck, type Unfiled } from '../tampering.js';
import { inAllRecords, type Line, parsedOf } from './records-of-check.js';

/** A story, and what stops it. */
export type Row = readonly [what: string, holder: NonNullable<Unfiled['holder']>, change: Change];

export const passed = ({ reason: _, expected: _e, actual: _a, ...check }: CheckResult): CheckResult => ({
  ...check,
  verdict: 'pass',
  evidence: [],
});

/** The verdict of its journal, too. */
export function asPassed(record: Line): Line {
  if (record['kind'] !== 'verdict') return record;
  const { level: _, ...parsed } = parsedOf(record);
  return { ...record, parsed: { ...parsed, verdict: 'pass', reason: '', evidence: [], told: { durationMs: 1 } } };
}

/** A failure that passes, by a change of its records. */
export function passing(id: string, change: (record: Line) => readonly Line[]): Change {
  return all(
    inAllRecords(id, (records) => records.map(asPassed).flatMap(change)),
    inCheck(id, passed),
  );
}

export function onKind(
  kind: string,
  change: (record: Line) => Line | readonly Line[],
): (record: Line) => readonly Line[] {
  return (record) => {
    if (record['kind'] !== kind) return [record];
    const changed = change(record);
    return isLines(changed) ? changed : [changed];
  };
}

function isLines(value: Line | readonly Line[]): value is readonly Line[] {
  return Array.isArray(value);
}

export const HELD = { holds: true } as const;
/** A claim in place of an assertion over a record. */
export const claimed = (record: Line, more: JsonObject = {}): Line => {
  const { requirement = '', record: at = null } = parsedOf(record);
  const said = { computed: true, expected: 'success', actual: 'success', evidence: [at], message: null };
  return { ...record, parsed: { requirement, ...said, ...HELD, ...more } };
};
export const present = (record: JsonValue): JsonObject => ({
  record,
  pointer: '/status',
  predicate: 'present',
  expected: null,
});
export const recordIn = (line: Line): JsonValue => parsedOf(line)['record'] ?? null;
