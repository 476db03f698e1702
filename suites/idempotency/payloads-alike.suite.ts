// Payloads that are alike and not the same (interface 7.1, rule 1; 8): a value in other letters, or the digits of one in another order,
// tell one request from another, so that a server which compares lengths, sums or folded text takes a conflict for a repeat.
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { Needs } from '../runner/check.js';
import type { CheckId, JudgedId } from '../runner/check-id.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { CALLS, type Call } from '../words/calls/calls.js';
import { countFrom } from '../words/trading/executions.js';
import { protectedOrder } from '../words/trading/prices.js';

/** The last two digits of a price, and the same in the other order. */
const DIGITS = ['13', '31'] as const;

/** Both prices; not applicable where the instrument has no two fractional digits. */
function exchanged(t: CheckContext, price: RequestParams['price']): readonly [string, string] {
  const text = String(price);
  if (!/\.\d\d/.test(text)) t.notApplicable('the price has no two fractional digits');
  const [one, other] = DIGITS.map((digits) => `${text.slice(0, -2)}${digits}`);
  return [one ?? '', other ?? ''];
}

for (const { id, words, needs, member } of [
  {
    id: 'idempotency.conflict-any-member/digits-of-a-price-exchanged',
    words: 'a price of the same digits in another order',
    needs: {},
    member: 'price',
  },
  {
    id: 'idempotency.conflict-any-member/digits-of-a-stop-loss-exchanged',
    words: 'a stop loss of the same digits in another order',
    needs: { claims: ['sltp'] },
    member: 'stopLossPrice',
  },
] as const satisfies readonly {
  readonly id: CheckId;
  readonly words: string;
  readonly needs: Needs;
  readonly member: 'price' | 'stopLossPrice';
}[]) {
  scenario({
    id,
    title: `refuses the key of an order with ${words}, and executes the original alone`,
    requirements: ['idempotency.conflict-not-executed'],
    purposes: [14],
    needs,
    async run(t) {
      const order = await (member === 'price' ? t.account.order() : protectedOrder(t.account));
      const [one, other] = exchanged(t, order[member]);
      const executions = await countFrom(t);
      const original = await t.account.place({ ...order, [member]: one });
      const conflict = await t.account.submit({ ...order, [member]: other }, { idempotencyKey: original.key });
      t.expect.refused(conflict);
      await executions.expect({ orders: 1 }, { requirement: 'idempotency.conflict-not-executed' });
    },
  });
}

for (const call of CALLS) {
  const conflict: JudgedId = call.requirements.conflict;
  scenario({
    id: `${conflict}/${call.word}-in-other-letters`,
    title: `refuses the key of an ${call.word} whose instrument comes in other letters, where that is no name of it`,
    purposes: [14],
    needs: call.needs,
    async run(t) {
      const params = await call.params(t.account);
      const changed = { ...params, instrument: inOtherLetters(t, params.instrument) };
      await requireAnother(t, call, changed);
      const original = await call.place(t.account, params);
      t.expect.refused(await call.submit(t.account, changed, { idempotencyKey: original.key }));
    },
  });
}

function inOtherLetters(t: CheckContext, name: RequestParams['instrument']): string {
  const text = String(name);
  const lower = text.toLowerCase();
  const other = lower === text ? text.toUpperCase() : lower;
  return other === text ? t.notApplicable('the name of the instrument has no letters') : other;
}

/** Names may be read in any letters, and the payload is the same then. */
async function requireAnother(t: CheckContext, call: Call, params: RequestParams): Promise<void> {
  const trial = await call.submit(t.account, params);
  if (trial.accepted && (await t.account.settle(trial)).status === 'success') {
    t.notApplicable('the target takes the name of an instrument in any letters');
  }
}
