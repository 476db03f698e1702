// The check that failed, made to pass, to be excused or to be nothing: by what it asserted, or by what it is said to have received.
import type { JsonObject } from '../../../payload/json.js';
import { all, type Change, inCheck, type Victims } from '../tampering.js';
import { asPassed, claimed, HELD, onKind, passed, passing, present, type Row, recordIn } from './passing.js';
import { fresh, inAllRecords, type Line, parsedOf, respelled, withParsed } from './records-of-check.js';

export function ofTheFailure({ failed }: Victims): readonly Row[] {
  const asserted = (change: (record: Line) => Line | readonly Line[]): Change =>
    passing(failed, onKind('assert', change));
  const undecided = (verdict: 'inconclusive' | 'not-applicable'): Change =>
    all(
      inAllRecords(failed, (records) =>
        records
          .filter(({ kind }) => kind !== 'assert')
          .map((one) => (one['kind'] === 'verdict' ? withParsed(asPassed(one), { verdict, reason: 'so' }) : one)),
      ),
      inCheck(failed, (check) => ({ ...passed(check), verdict, reason: 'so' })),
    );
  const judged = (what: string, of: JsonObject): Row => [
    `a failure passes: its assertion demands ${what}`,
    'demanded',
    asserted((one) => withParsed(one, { ...of, ...HELD })),
  ];
  return [
    judged('what came', { expected: [500] }),
    judged('anything', { predicate: 'present', expected: null }),
    judged('what is not there', { predicate: 'notOneOf', expected: [404] }),
    judged('what says nothing of it', { pointer: '/request', predicate: 'equals', expected: 'account' }),
    judged('a member that nobody sent', { pointer: '/view/nothing', predicate: 'absent', expected: null }),
    ['a failure passes: its assertion is a claim of the run', 'computed', asserted((one) => claimed(one))],
    [
      'a failure passes: its assertion is a claim that rests on a fact which says nothing of it',
      'demanded',
      asserted((one) => claimed(one, { shown: [present(recordIn(one))] })),
    ],
    [
      'a failure passes: its claim rests on a fact that is none',
      'witness',
      asserted((one) => claimed(one, { shown: [{ ...present(recordIn(one)), predicate: 'absent' }] })),
    ],
    [
      'a failure passes: its claim rests on a stream that it never opened',
      'witness',
      asserted((one) => claimed(one, { sought: [{ conn: 'ws-0', after: 1, facts: [] }] })),
    ],
    [
      'a failure passes: its claim rests on the history of the run',
      'witness',
      asserted((one) => claimed(one, { history: { over: 'run', until: recordIn(one) } })),
    ],
    [
      'a failure passes: its claim rests on its own history, which shows nothing of it',
      'witness',
      asserted((one) => claimed(one, { history: { over: 'check', until: recordIn(one) } })),
    ],
    [
      'a failure passes: its claim rests on facts and on a history',
      'witness',
      asserted((one) =>
        claimed(one, { shown: [present(recordIn(one))], history: { over: 'check', until: recordIn(one) } }),
      ),
    ],
    [
      'a failure passes: it was made again, and the second time a claim was enough',
      'remarks',
      asserted((one) => [
        one,
        fresh({ ...one, kind: 'resolve', cause: null, parsed: { by: 'run again', outcome: 'a lock' } }, 1),
        fresh(claimed(one), 2),
      ]),
    ],
    ['a failure is undecided, and nothing was asserted', 'demanded', undecided('inconclusive')],
    ['a failure does not apply, and nothing was asserted', 'demanded', undecided('not-applicable')],
    [
      'a failure is a warning, by its assertion',
      'demanded',
      all(
        inAllRecords(failed, (records) =>
          records.map((one) =>
            one['kind'] === 'assert' || one['kind'] === 'verdict' ? withParsed(one, { level: 'should' }) : one,
          ),
        ),
        inCheck(failed, (check) => ({ ...check, level: 'should' })),
      ),
    ],
    [
      'a failure passes: the answer was another status',
      'witness',
      passing(failed, (one) =>
        one['kind'] === 'ok'
          ? [withParsed(one, { status: 200 })]
          : [one['kind'] === 'assert' ? withParsed(one, HELD) : one],
      ),
    ],
    [
      'a failure passes: the answer was another, in its bytes and in its status',
      'witness',
      passing(failed, (one) =>
        one['kind'] === 'ok'
          ? [withParsed(respelled(one, '1000.00', '1000.01'), { status: 202 })]
          : [one['kind'] === 'assert' ? withParsed(one, HELD) : one],
      ),
    ],
    [
      'a failure passes: no answer came, and a claim was enough',
      'ends',
      passing(failed, (one) => {
        if (one['kind'] === 'assert') return [{ ...claimed(one, { evidence: [] }), cause: null }];
        if (one['kind'] !== 'ok') return [one];
        const error = { code: 'timeout', message: 'no answer in time' };
        const { request = '' } = parsedOf(one);
        return [{ ...one, kind: 'info', actor: 'suite', raw: null, error, parsed: { request } }];
      }),
    ],
    [
      'a failure is excused: the target had answered 429',
      'witness',
      all(
        inAllRecords(failed, (records) =>
          records.flatMap((one) => {
            if (one['kind'] === 'verdict') {
              return [withParsed(asPassed(one), { verdict: 'inconclusive', reason: 'the target answered 429' })];
            }
            if (one['kind'] !== 'ok') return [one];
            const [asked] = records;
            if (asked === undefined) return [one];
            const again = fresh(asked, 1);
            return [one, again, fresh(withParsed({ ...one, cause: again['i'] ?? null }, { status: 429 }), 2)];
          }),
        ),
        inCheck(failed, (check) => ({ ...passed(check), verdict: 'inconclusive', reason: 'the target answered 429' })),
      ),
    ],
  ];
}
