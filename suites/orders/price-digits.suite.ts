// Fractional digits of prices (interface 4.1, rule 2): at most point_digits, for each of the three prices by itself. Whether extra
// zeros count is open, so the excess digit is never zero; which phase refuses it and by which price code is open as well.
import type { JsonValue } from '../../toolkit/payload/json.js';
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { expectNotExecuted, namesOf, type Refusal } from '../words/trading/not-executed.js';
import { protectionOf, sltpOf } from '../words/trading/prices.js';

const PRICE_CODES = ['REQUEST_INVALID_PRICE', 'TRADING_RULE_INVALID_PRICE_LEVEL'];

const PRICES = [
  { slug: 'price', of: 'orders.price-digits-refused', member: 'price' },
  { slug: 'stop-loss', of: 'orders.stop-loss-digits-refused', member: 'stopLossPrice' },
  { slug: 'take-profit', of: 'orders.take-profit-digits-refused', member: 'takeProfitPrice' },
] as const;

type PriceMember = (typeof PRICES)[number]['member'];

/** point_digits as a number or as text: its JSON type is open. */
async function pointDigits(t: CheckContext): Promise<number> {
  const conditions = await t.account.conditions();
  const digits = Number(conditions.pointDigits);
  return conditions.pointDigits !== undefined && Number.isInteger(digits) && digits >= 0
    ? digits
    : t.inconclusive('the conditions show no whole point_digits', [conditions.record]);
}

/** The price with exactly so many fractional digits, the last of them a 1. */
function withDigits(price: JsonValue | undefined, digits: number): string {
  const [whole = '0', fraction = ''] = String(price).split('.');
  return digits === 0 ? whole : `${whole}.${fraction.padEnd(digits, '0').slice(0, digits - 1)}1`;
}

async function protectedOrder(t: CheckContext): Promise<RequestParams> {
  const order = await t.account.order();
  return { ...order, ...protectionOf(order) };
}

async function excessDigit(t: CheckContext, member: PriceMember): Promise<Refusal> {
  const digits = await pointDigits(t);
  const make = member === 'price' ? () => t.account.order() : () => protectedOrder(t);
  const order = await make();
  return await expectNotExecuted(t, {
    good: await make(),
    bad: { ...order, [member]: withDigits(order[member], digits + 1) },
  });
}

for (const { slug, of, member } of PRICES) {
  scenario({
    id: `${of}/one-digit-too-many`,
    title: `does not execute an order whose ${slug.replaceAll('-', ' ')} has one non-zero digit too many`,
    needs: member === 'price' ? {} : { claims: ['sltp'] },
    async run(t) {
      await excessDigit(t, member);
    },
  });
}

for (const { type, side } of [
  { type: 'limit', side: 'sell' },
  { type: 'stop', side: 'buy' },
  { type: 'stop', side: 'sell' },
] as const) {
  scenario({
    id: `orders.price-digits-refused/${side}-${type}`,
    title: `does not execute a ${type} order to ${side} whose price has one non-zero digit too many`,
    async run(t) {
      const digits = await pointDigits(t);
      const [good, order] = [await t.account.order({ type, side }), await t.account.order({ type, side })];
      await expectNotExecuted(t, { good, bad: { ...order, price: withDigits(order.price, digits + 1) } });
    },
  });
}

/** Behind what a double can tell from the same price without them. */
const FAR_DIGITS = 24;

for (const { slug, of, member } of PRICES) {
  scenario({
    id: `${of}/far-behind-the-point`,
    title: `does not execute an order whose ${slug.replaceAll('-', ' ')} has a non-zero digit far behind the point`,
    needs: member === 'price' ? {} : { claims: ['sltp'] },
    async run(t) {
      const digits = await pointDigits(t);
      const make = member === 'price' ? () => t.account.order() : () => protectedOrder(t);
      const order = await make();
      const padded = withDigits(order[member], digits);
      const far = `${padded}${digits === 0 ? '.' : ''}${'1'.padStart(FAR_DIGITS, '0')}`;
      await expectNotExecuted(t, { good: await make(), bad: { ...order, [member]: far } });
    },
  });
}

for (const { slug, of, member } of PRICES.slice(1)) {
  scenario({
    id: `${of}/sltp-order`,
    title: `does not execute an order of type sltp whose ${slug.replaceAll('-', ' ')} has one non-zero digit too many`,
    needs: { claims: ['positions', 'sltp'] },
    async run(t) {
      const digits = await pointDigits(t);
      const { positionId } = await t.account.openPosition();
      if (positionId === undefined)
        return t.inconclusive('the opened position shows no identifier; bind it in the dialect');
      const order = await sltpOf(t, positionId);
      const twin = await t.account.submit(order);
      const accepted = twin.accepted ? await t.account.settle(twin) : undefined;
      if (accepted?.status !== 'success')
        t.inconclusive('the valid twin did not succeed', [accepted?.record ?? twin.exchange.record]);
      const bad = await t.account.submit({ ...order, [member]: withDigits(order[member], digits + 1) });
      if (!bad.accepted) return t.expect.refused(bad.exchange);
      const { status, record } = await t.account.settle(bad);
      t.expect.that(status !== 'success', {
        expected: 'a rejected or failed result',
        actual: `result ${status}`,
        evidence: [record, bad.exchange.record],
      });
    },
  });
}

scenario({
  id: 'errors.price-digits-code/one-digit-too-many',
  title: 'names a price code for a price with one digit too many',
  async run(t) {
    const refusal = await excessDigit(t, 'price');
    const names = namesOf(refusal);
    t.expect.that(
      names.some((name) => PRICE_CODES.includes(name)),
      {
        expected: PRICE_CODES.join(' or '),
        actual: names.join(', ') || 'no code',
        evidence: [refusal.result?.record ?? refusal.submission.exchange.record],
      },
    );
  },
});

scenario({
  id: 'orders.price-digits-accepted/exactly-point-digits',
  title: 'accepts a price with exactly point_digits digits, the last one not zero',
  async run(t) {
    const digits = await pointDigits(t);
    const order = await t.account.order();
    const submission = await t.account.submit({ ...order, price: withDigits(order.price, digits) });
    t.expect.accepted(submission.exchange);
    const result = await t.account.settle(submission);
    const names = namesOf({ submission, result });
    t.expect.that(!names.some((name) => PRICE_CODES.includes(name)), {
      expected: 'no price code',
      actual: names.join(', '),
      evidence: [result.record],
    });
  },
});
