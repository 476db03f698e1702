// Interface 1, rule 5: a client hands a cursor back as it came, and beside it no filter but limit. A cursor that no recorded answer gave
// may have come before the recording or by a connection that it lacks.
import type { ClientRequirementId } from '../../requirements/requirement-id.js';
import type { Checker } from '../checker.js';
import type { Answer, Call } from '../ledger/entry.js';
import { filtersIn } from '../ledger/history-filters.js';
import { textAt } from '../ledger/views.js';
import { isFromClient } from './sent.js';

const UNTOUCHED = 'history.client-opaque-cursor';
const ALONE = 'history.client-cursor-alone';
const REMEMBERED = 20_000;

export const clientCursors: Checker<ClientRequirementId> = {
  name: 'client-cursors',
  summary: 'cursors come back as they were given, with no filter beside them but limit',
  subject: 'client',
  assumes: ['from-start', 'all-connections'],
  requirements: [UNTOUCHED, ALONE],
  start({ findings, ledger }) {
    /** With the account and the request that they continue; an insertion is the latest. */
    const given = new Map<string, number>();
    return {
      see(entry) {
        if (entry.type === 'answer') remember(given, entry, ledger.callOf(entry));
        if (!isFromClient(entry) || !isHistory(entry)) return;
        const cursor = textAt(entry.params, 'cursor');
        if (cursor === undefined) return;
        findings.judge(UNTOUCHED, given.has(nameOf(entry, cursor)), () => ({
          message: `the cursor ${cursor} of ${entry.request} is none that an answer gave`,
          expected: 'a cursor exactly as an answer gave it',
          actual: cursor,
          evidence: [entry.i],
        }));
        const beside = filtersIn(entry.params);
        findings.judge(ALONE, beside.length === 0, () => ({
          message: `${entry.request} has a cursor and filters beside it`,
          expected: 'a cursor with at most limit beside it',
          actual: `${beside.join(' and ')} too`,
          evidence: [entry.i],
        }));
      },
    };
  },
};

function isHistory({ request }: Pick<Call, 'request'>): boolean {
  return request === 'orderHistory' || request === 'dealHistory';
}

function remember(given: Map<string, number>, answer: Answer, call: Call | undefined): void {
  const cursor = isHistory(answer) ? textAt(answer.view, 'cursor') : undefined;
  if (cursor === undefined) return;
  given.set(nameOf(call ?? answer, cursor), answer.i);
  const [oldest] = given.keys();
  if (given.size > REMEMBERED && oldest !== undefined) given.delete(oldest);
}

function nameOf({ account, request }: Pick<Call, 'account' | 'request'>, cursor: string): string {
  return JSON.stringify([account, request, cursor]);
}
