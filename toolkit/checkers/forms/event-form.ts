// Interface 2.2: the envelope of transaction events. What binds and what is only suggested are two checkers, since a check has one
// level; the codes of negative results are judged for their presence here, for their names in `error-names.ts`.
import { isNegativeStatus, TRANSACTION_STATUSES } from '../../payload/vocabulary.js';
import { type Checker, stateless } from '../checker.js';
import { has, listOf, show } from '../ledger/views.js';

const STATUS = 'transactions.status-values';

export const eventForm: Checker = stateless({
  name: 'event-form',
  sees: ['transaction_event'],
  summary: 'transaction events have a known status, and negative ones a code and a message',
  requirements: [
    STATUS,
    'transactions.error-code-on-rejected',
    'transactions.error-message-on-rejected',
    'transactions.error-code-on-failed',
    'transactions.error-message-on-failed',
  ],
  see(entry, { findings }) {
    if (entry.type !== 'message' || entry.kind !== 'transaction_event') return;
    const { view, i } = entry;
    const status = view['status'];
    findings.judge(
      STATUS,
      TRANSACTION_STATUSES.some((known) => known === status),
      () => ({
        message: 'a transaction event has an unknown status',
        expected: `one of ${TRANSACTION_STATUSES.join(', ')}`,
        actual: show(status),
        evidence: [i],
      }),
    );
    if (!isNegativeStatus(status)) return;
    for (const [member, word] of [
      ['errorCode', 'code'],
      ['errorMessage', 'message'],
    ] as const) {
      findings.judge(`transactions.error-${word}-on-${status}`, has(view, member), () => ({
        message: `the event of a ${status} operation lacks error_${word}`,
        expected: `error_${word}`,
        actual: show(view[member]),
        evidence: [i],
      }));
    }
  },
});

export const eventManners: Checker = stateless({
  name: 'event-manners',
  sees: ['transaction_event'],
  summary: 'events leave out what they do not have: errors on success, operation_id on balance transactions',
  requirements: [
    'transactions.operation-id-omitted',
    'transactions.no-error-on-success',
    'transactions.balance-operation-id-omitted',
  ],
  see(entry, { findings }) {
    if (entry.type !== 'message' || entry.kind !== 'transaction_event') return;
    const { view, i } = entry;
    const id = view['operationId'];
    findings.judge('transactions.operation-id-omitted', id !== null && id !== '', () => ({
      message: 'an absent operation_id is written out instead of left out',
      expected: 'no such member',
      actual: show(id),
      evidence: [i],
    }));
    if (view['status'] !== 'success') return;
    const error = [view['errorCode'], view['errorMessage']].find(
      (one) => one !== undefined && one !== null && one !== '',
    );
    findings.judge('transactions.no-error-on-success', error === undefined, () => ({
      message: 'the event of a successful operation names an error',
      expected: 'no error_code and no error_message',
      actual: show(error),
      evidence: [i],
    }));
    const deals = listOf(view, 'deals') ?? [];
    if (deals.length === 0 || !deals.every((deal) => has(deal, 'balanceKind'))) return;
    findings.judge('transactions.balance-operation-id-omitted', !has(view, 'operationId'), () => ({
      message: 'a balance transaction carries an operation_id',
      expected: 'no such member',
      actual: show(id),
      evidence: [i],
    }));
  },
});
