// Records counted anew, with everything that names one: what a forger does who took some away or put some in.
import { HISTORY, SHOWN } from '../../../reports/rejudge/shown.js';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../payload/json-kind.js';
import type { Change } from './tampering.js';

/** Whoever names a record that went names the first. */
export const renumbered: Change = ({ results, journal: [header = '', ...rest] }) => {
  const footer = JSON.parse(rest.pop() ?? '{}') as JsonObject;
  const records = rest.map((line) => JSON.parse(line) as JsonObject);
  const numbers = new Map(records.map(({ i }, at) => [Number(i), at + 1]));
  const moved = (one: JsonValue | undefined): number => numbers.get(Number(one)) ?? 1;
  const list = (all: readonly JsonValue[]): number[] => all.map(moved);
  const lines = records.map(({ i, cause = null, parsed = null, ...record }) =>
    JSON.stringify({
      ...record,
      i: moved(i),
      cause: cause === null ? null : (numbers.get(Number(cause)) ?? null),
      parsed: isJsonObject(parsed) ? named(parsed, moved, list) : parsed,
    }),
  );
  const checks = results.checks.map((check) => ({ ...check, evidence: list([...check.evidence]) }));
  return {
    results: { ...results, checks },
    journal: [header, ...lines, JSON.stringify({ ...footer, records: lines.length })],
  };
};

function named(
  parsed: JsonObject,
  moved: (one: JsonValue | undefined) => number,
  list: (all: readonly JsonValue[]) => number[],
): JsonObject {
  const { record, evidence, sought } = parsed;
  const [shown, history] = [parsed[SHOWN], parsed[HISTORY]];
  return {
    ...parsed,
    ...(typeof record === 'number' && { record: moved(record) }),
    ...(isJsonArray(evidence) && { evidence: list(evidence) }),
    ...(isJsonArray(shown) && {
      [SHOWN]: shown.map((one) => (isJsonObject(one) ? { ...one, record: moved(one['record']) } : one)),
    }),
    ...(isJsonObject(history) && { [HISTORY]: { ...history, until: moved(history['until']) } }),
    ...(isJsonArray(sought) && {
      sought: sought.map((one) => (isJsonObject(one) ? { ...one, after: moved(one['after']) } : one)),
    }),
  };
}
