// What was asked and answered, changed with all that it signs and that follows from it.
import { createHash } from 'node:crypto';
import type { JsonObject } from '../../../payload/json.js';
import { isJsonArray } from '../../../payload/json-kind.js';
import { renumbered } from '../renumbered.js';
import { all, type Change, type Folder, inCheck, type Victims } from '../tampering.js';
import { asPassed, claimed, HELD, onKind, passed, type Row, recordIn } from './passing.js';
import { fresh, inAllRecords, type Line, parsedOf, recordsOf, respelled, withParsed } from './records-of-check.js';

/** SVC-DATA of a request, changed with what it signs. */
function signedAnew(record: Line, change: JsonObject): Line {
  const { headers } = parsedOf(record);
  if (!isJsonArray(headers)) return record;
  const anew = headers.map((pair) => {
    if (!isJsonArray(pair) || pair[0] !== 'SVC-DATA') return pair;
    const payload = JSON.parse(Buffer.from(String(pair[1]), 'base64url').toString('utf8')) as JsonObject; // our own
    return ['SVC-DATA', Buffer.from(JSON.stringify({ ...payload, ...change })).toString('base64url')];
  });
  return withParsed(record, { headers: anew });
}

const BODY = '{"a":1}';
/** Interface 5.3, rule 3. */
const BODY_HASH = createHash('sha256').update(BODY).digest('base64url');

export function ofExchanges({ passed: id, failed }: Victims): readonly Row[] {
  const asked = (change: (record: Line) => Line): Change =>
    inAllRecords(id, (records) => records.flatMap(onKind('invoke', change)));
  const answered = (change: (record: Line) => Line): Change =>
    inAllRecords(id, (records) => records.flatMap(onKind('ok', change)));
  const alone = (records: readonly Line[]): readonly Line[] =>
    records.filter((one) => !isAsked(one) || parsedOf(one)['request'] !== 'account');
  return [
    ['an answer with another header', 'witness', answered((one) => withParsed(one, { headers: { 'x-fine': 'yes' } }))],
    [
      'an answer with other bytes, and what was read in them',
      'witness',
      answered((one) => respelled(one, '1000.00', '9')),
    ],
    [
      'an answer without a body',
      'witness',
      answered((one) => withParsed({ ...one, raw: null }, { body: null, view: null })),
    ],
    [
      'a request of another path, signed',
      'witness',
      asked((one) => signedAnew(withParsed(one, { path: '/v1/b' }), { path: '/v1/b' })),
    ],
    [
      'a request of another method, signed',
      'witness',
      asked((one) => signedAnew(withParsed(one, { method: 'PUT' }), { method: 'PUT' })),
    ],
    [
      'a request with a body, signed',
      'witness',
      asked((one) => signedAnew({ ...one, raw: BODY }, { body_hash: BODY_HASH })),
    ],
    ['a request with another body than it signed', 'witness', asked((one) => ({ ...one, raw: BODY }))],
    ['a request with another key', 'witness', asked((one) => respelled(one, '"key"', '"other"'))],
    ['a request called damaged on purpose', 'remarks', asked((one) => withParsed(one, { damage: 'a bit' }))],
    [
      'an exchange more',
      'witness',
      inAllRecords(id, (records) => {
        const [request, answer] = ['invoke', 'ok'].map((kind) => records.find((one) => one['kind'] === kind));
        if (request === undefined || answer === undefined) return records;
        const again = fresh(respelled(request, '/v1/any', '/v1/more'), 1);
        return [again, fresh({ ...answer, cause: again['i'] ?? null }, 2), ...records];
      }),
    ],
    [
      'an exchange less, and a claim in place of what was said of it',
      'witness',
      inAllRecords(id, (records) =>
        alone(records).flatMap(onKind('assert', (one) => ({ ...claimed(one, { evidence: [] }), cause: null }))),
      ),
    ],
    [
      'a description more, which comes from elsewhere',
      'elsewhere',
      inAllRecords(id, (records) => {
        const [request, answer] = ['invoke', 'ok'].map((kind) => records.find((one) => one['kind'] === kind));
        if (request === undefined || answer === undefined) return records;
        const again = fresh(withParsed(request, { request: 'openapi', path: '/openapi.json', headers: [] }), 1);
        const body = { request: 'openapi', body: null, view: null };
        return [again, fresh(withParsed({ ...answer, cause: again['i'] ?? null }, body), 2), ...records];
      }),
    ],
    [
      'a failure passes: its answer is that of another check, and the other has its',
      'belonging',
      all((given) => exchanged(given, failed, id), inCheck(failed, passed)),
    ],
    [
      'an exchange of another account',
      'belonging',
      inAllRecords(id, (records) => records.map((one) => (one['account'] === null ? one : { ...one, account: '7' }))),
    ],
    [
      'an exchange a second earlier than it was',
      'moments',
      inAllRecords(id, (records) => records.map((one) => ({ ...one, wall: earlier(String(one['wall'])) }))),
    ],
  ];
}

function earlier(wall: string): string {
  return new Date(Date.parse(wall) - 1000).toISOString();
}

/**
 * The answers of two checks, each under the name of the other: the one rests on the good answer now, and of the bad one nothing is said.
 * The check that listens goes on resting on what it heard.
 */
function exchanged({ results, journal }: Folder, failed: string, id: string): Folder {
  const [bad, good] = [failed, id].map((check) =>
    recordsOf({ journal }, check).filter(isAsked).slice(-2).map(numberOf),
  );
  const answer = good?.[1] ?? null;
  const lines = journal.flatMap((line) => {
    if (!line.includes('"kind":')) return [line];
    const record = JSON.parse(line) as Line;
    const number = numberOf(record);
    if (bad?.includes(number)) return [JSON.stringify({ ...record, check: id })];
    if (good?.includes(number)) return [JSON.stringify({ ...record, check: failed })];
    if (record['check'] === id && record['kind'] === 'assert' && recordIn(record) === answer) return [];
    if (record['check'] !== failed) return [line];
    if (record['kind'] !== 'assert') return [JSON.stringify(asPassed(record))];
    return [JSON.stringify({ ...withParsed(record, { record: answer, ...HELD }), cause: answer })];
  });
  return renumbered({ results, journal: lines });
}

function isAsked({ kind }: Line): boolean {
  return kind === 'invoke' || kind === 'ok';
}

function numberOf({ i }: Line): number {
  return Number(i);
}
