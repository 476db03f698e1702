// What has nothing to do with a transaction stays out of its event (interface 6.1, rules 2 and 4), also where the transaction ends
// something or books money.
import { scenario } from '../runner/registry.js';
import { balanceEventOf } from '../words/streams/balance-event.js';
import { closeEventOf } from '../words/streams/event-of.js';

scenario({
  id: 'transactions.only-changed-entities/close',
  title: 'leaves an unrelated position and an unrelated order out of the event of a close',
  // Of one instrument a target may keep one position only.
  needs: { claims: ['positions', 'closePosition'], instruments: 2 },
  async run(t) {
    const events = await t.account.transactions();
    const [instrument, another] = t.account.instruments;
    const { positionId: unrelated } = await t.account.openPosition({ ...(another && { instrument: another }) });
    const { orderId } = await t.account.openOrder();
    const { positionId, submission } = await t.account.openPosition({ ...(instrument && { instrument }) });
    const opened = await events.awaitResultOf(submission, 'success');
    if (positionId === undefined || unrelated === undefined || orderId === undefined)
      return t.inconclusive('orders and positions show no identifiers; bind them in the dialect', [opened.record]);
    const event = await closeEventOf(t, events, { opened, positionId });
    t.expect.at(event.record, '/view/positions', 'optional', noneWith(unrelated));
    t.expect.at(event.record, '/view/orders', 'optional', noneWith(orderId));
  },
});

scenario({
  id: 'transactions.only-changed-entities/cancellation',
  title: 'leaves an unrelated order out of the event of a cancellation',
  needs: { claims: ['cancelOrder'], requests: ['cancelOrder'] },
  async run(t) {
    const events = await t.account.transactions();
    const { orderId: unrelated } = await t.account.openOrder();
    const { orderId, result } = await t.account.openOrder();
    if (orderId === undefined || unrelated === undefined)
      return t.inconclusive('the open order shows no identifier; bind it in the dialect', [result.record]);
    const cancellation = await t.account.submit({ accountId: t.account.id, orderId }, { request: 'cancelOrder' });
    const event = await events.awaitResultOf(cancellation, 'success');
    t.expect.at(event.record, '/view/orders', 'optional', noneWith(unrelated));
  },
});

scenario({
  id: 'transactions.balance-only/beside-a-position',
  title: 'shows no position and no trading deal in the event of a deposit on an account that has traded',
  needs: { control: ['account.deposit'], claims: ['positions'] },
  async run(t) {
    await t.account.openPosition();
    const event = await balanceEventOf(t, await t.account.transactions(), 'balance', '10');
    t.expect.at(event.record, '/view/positions', 'optional', { predicate: 'lengthIs', expected: 0 });
    t.expect.at(event.record, '/view/deals', 'lengthAtMost', 1);
  },
});

function noneWith(id: string): {
  predicate: string;
  expected: { member: string; predicate: string; expected: string };
} {
  return { predicate: 'none', expected: { member: 'id', predicate: 'equals', expected: id } };
}
