// Every operation that has ended shows its end in operation status too (interface 1, rule 1; 4.3): however it ended, and whether or not it
// was held and read before. Both channels need not be there at the same moment; a status that never follows its event does not agree.
import { isFinalStatus } from '../../toolkit/payload/vocabulary.js';
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import type { Needs } from '../runner/check.js';
import type { CheckId } from '../runner/check-id.js';
import type { Account, CheckContext, Placed, ReceivedOf } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { isAnswered } from '../words/calls/answered.js';
import { deedOf, done, weightOf } from '../words/contexts/deed.js';
import { instrumentOf } from '../words/contexts/place.js';
import { eventually } from '../words/eventually.js';
import { belowMinimum, failNext } from '../words/trading/rejected-order.js';

interface Case {
  readonly id: CheckId;
  readonly words: string;
  readonly isHeld: boolean;
  readonly needs?: Needs;
  /** Whether it is to succeed. */
  readonly succeeds: boolean;
  readonly place: (t: CheckContext) => Promise<Placed>;
}

const HOLD = ['operation.hold', 'operation.release'] as const;

const good = (t: CheckContext): Promise<Placed> => t.account.place();
const wrong = async (t: CheckContext): Promise<Placed> => t.account.place(await belowMinimum(t));

async function failing(t: CheckContext): Promise<Placed> {
  await failNext(t, t.account);
  return t.account.place();
}

const CASES: readonly Case[] = [
  {
    id: 'operations.agrees-with-event/success-to-its-end',
    words: 'the success of an order',
    isHeld: false,
    succeeds: true,
    place: good,
  },
  {
    id: 'operations.agrees-with-event/rejection-to-its-end',
    words: 'the rejection of an order',
    isHeld: false,
    succeeds: false,
    place: wrong,
  },
  {
    id: 'operations.agrees-with-event/failure-to-its-end',
    words: 'the failure of an order',
    isHeld: false,
    needs: { control: ['operation.fail'] },
    succeeds: false,
    place: failing,
  },
  {
    id: 'operations.agrees-with-event/held-success-to-its-end',
    words: 'the success of an order that was held, and read meanwhile',
    isHeld: true,
    needs: { control: HOLD },
    succeeds: true,
    place: good,
  },
  {
    id: 'operations.agrees-with-event/held-rejection-to-its-end',
    words: 'the rejection of an order that was held, and read meanwhile',
    isHeld: true,
    needs: { control: HOLD },
    succeeds: false,
    place: wrong,
  },
  {
    id: 'operations.agrees-with-event/held-failure-to-its-end',
    words: 'the failure of an order that was held, and read meanwhile',
    isHeld: true,
    needs: { control: ['operation.fail', ...HOLD] },
    succeeds: false,
    place: failing,
  },
];

for (const { id, words, isHeld, needs = {}, succeeds, place } of CASES) {
  scenario({
    id,
    title: `shows in operation status ${words} once its event has come`,
    requirements: ['domain.result-in-status'],
    purposes: [27, 29],
    needs,
    async run(t) {
      const events = await t.account.transactions();
      const release = isHeld ? await t.under('operations-held') : undefined;
      const submission = await place(t);
      const { operationId } = submission;
      if (isHeld) await t.account.request('operationStatus', { operationId });
      await release?.();
      const event = await events.awaitResultOf(submission);
      const { status } = event.view;
      if (!isFinalStatus(status) || (status === 'success') !== succeeds) {
        return t.inconclusive(`the operation ended ${String(status)}`, [event]);
      }
      await expectEnd(t, submission, event, { status });
    },
  });
}

scenario({
  id: 'operations.agrees-with-event/every-kind-to-its-end',
  title: 'shows in operation status the end of an operation of whatever kind once its event has come, however it ends',
  requirements: ['domain.result-in-status'],
  purposes: [27, 29],
  needs: { accounts: 0 },
  contexts: { operation: 'all', result: ['rejected', 'failed'] },
  effort: 'standard',
  run: (t) =>
    t.inContexts(async (trial) => {
      const deed = await deedOf(t, trial, await instrumentOf(t, trial));
      const events = await trial.account.transactions();
      const submission = await done(t, trial, deed);
      const event = await events.awaitResultOf(submission);
      const { status } = event.view;
      if (!isFinalStatus(status)) return t.inconclusive(`the operation ended ${String(status)}`, [event]);
      await expectEnd(t, submission, event, { status, account: trial.account, ...weightOf(deed) });
    }),
});

interface End {
  readonly status: string;
  readonly account?: Account;
  readonly level?: 'should';
}

async function expectEnd(
  t: CheckContext,
  { operationId }: Placed,
  event: ReceivedOf<'transaction_event'>,
  { status, account = t.account, ...weight }: End,
): Promise<void> {
  const read = await eventually(
    t,
    () => account.request('operationStatus', { operationId }),
    (reading) => isFinalStatus(stateOf(t, reading)),
  );
  const shown = stateOf(t, read);
  // How an unfinished operation is worded is open, so that of a word which the dialect does not know nothing follows.
  if (shown !== 'pending' && !isFinalStatus(shown)) {
    t.inconclusive('the status shows no state that can be read', [read]);
  }
  t.expect.that(
    shown === status,
    { expected: `state ${status}, as the event told`, actual: `state ${String(shown)}`, evidence: [read, event] },
    { also: ['domain.result-in-status'], ...weight },
  );
}

function stateOf(t: CheckContext, read: HttpExchange): unknown {
  const body = isAnswered(read) ? read.answer?.body : undefined;
  return body === undefined ? undefined : t.dialect.readOperation(body).state;
}
