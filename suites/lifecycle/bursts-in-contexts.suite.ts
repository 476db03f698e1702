// Operations side by side in every context (interface 1, rule 1; 2.1; 2.2; 6.1): as many of one kind as the context has, sent at once, have
// each an operation, an event and a status of their own, under their own keys, however they end and wherever they are awaited.
import type { Events, Fact, Placed, Search } from '../runner/context.js';
import { concurrent } from '../runner/registry.js';
import { deedOf, done, weightOf } from '../words/contexts/deed.js';
import { instrumentOf, listening } from '../words/contexts/place.js';
import { expectSameResult } from '../words/trading/same-result.js';

/** Fewer than pending orders that most targets take. */
const MANY = 8;

concurrent({
  id: 'domain.every-ack-one-result/in-contexts',
  title: 'gives each of several simultaneous operations of a kind an operation, an event and a status of its own',
  requirements: [
    'ack.operation-id-unique',
    'domain.result-as-event',
    'operations.client-request-id-echo',
    'transactions.operation-id-of-request',
  ],
  purposes: [23, 24],
  needs: { accounts: 0 },
  contexts: {
    operation: ['order', 'opening', 'sltp', 'close', 'cancellation'],
    count: ['one', 'three', 'many'],
    orderType: 'all',
    side: 'all',
    result: ['success', 'rejected'],
    connection: 'all',
    account: 'all',
  },
  run: (t) =>
    t.inContexts(async (trial) => {
      const { account, context } = trial;
      const instrument = await instrumentOf(t, trial);
      const count = { one: 1, three: 3, many: MANY }[context.count];
      const deeds = [];
      for (let each = 0; each < count; each += 1) deeds.push(await deedOf(t, trial, instrument));
      const subjects = new Set(deeds.map(({ subject, params }) => subject?.id ?? params));
      if (subjects.size < count) t.notApplicable('the target makes one position of several');
      const events = await listening(trial);
      const sent: readonly Placed[] = await Promise.all(deeds.map((deed) => done(t, trial, deed)));
      const ids = new Set(sent.map(({ operationId }) => operationId));
      const [deed] = deeds;
      const weight = deed === undefined ? {} : weightOf(deed);
      t.expect.that(
        ids.size === sent.length,
        {
          expected: `${sent.length} operation_ids`,
          actual: `${ids.size}`,
          evidence: sent,
          shown: shownDifferent(sent),
        },
        { requirement: 'ack.operation-id-unique', ...weight },
      );
      for (const one of sent) {
        const status = await account.settle(one);
        const event = t.expect.arrived(await events.resultOf(one), one, {
          requirement: 'domain.result-as-event',
          evidence: [status],
          ...weight,
        });
        const told = events.of('transaction_event', { where: ({ view }) => view.clientRequestId === one.key });
        t.expect.none(
          told.filter(({ view }) => String(view.operationId) !== one.operationId),
          `no event under the key of operation ${one.operationId} that names another`,
          {
            requirement: 'transactions.operation-id-of-request',
            evidence: [one],
            sought: ofOtherOperations(events, one),
            ...weight,
          },
        );
        expectSameResult(t, event, status, weight);
        t.expect.at(status, '/view/clientRequestId', 'equals', one.key, {
          requirement: 'operations.client-request-id-echo',
          ...weight,
        });
      }
    }),
});

/** Facts which show that every operation_id is a new one. */
function shownDifferent(sent: readonly Placed[]): readonly Fact[] {
  const ids = sent.map(({ ack }) => ack?.operationId ?? null);
  return sent.slice(1).map((one, at) => [one, '/view/operationId', 'notOneOf', ids.slice(0, at + 1)]);
}

/** Events under the key of the request that name another operation, or none. */
function ofOtherOperations(on: Events, { ack, key }: Placed): readonly Search[] {
  const kind = 'transaction_event';
  const byKey = ['/view/clientRequestId', 'equals', key] as const;
  return [
    { on, kind, where: [byKey, ['/view/operationId', 'notEquals', ack?.operationId ?? null]] },
    { on, kind, where: [byKey, ['/view/operationId', 'absentOrNull']] },
  ];
}
