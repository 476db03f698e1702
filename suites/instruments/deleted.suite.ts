// Instruments that were deleted (interface 4.4; 6.2, rule 4; 6.3, rules 1 and 3): the list that they were on, and the subscriptions that
// could be made, follow, if after a moment; one that is created again is none of before.
import type { RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { Needs } from '../runner/check.js';
import type { CheckContext, CommandOutcome, OrderWish } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import { figureOf, same } from '../words/figures.js';
import { listedInstruments } from '../words/listed-instruments.js';
import { expectNotAccepted } from '../words/streams/commands.js';
import {
  ADD_INSTRUMENTS,
  changeEventOf,
  changeInstrument,
  type InstrumentEvent,
} from '../words/streams/instrument-events.js';
import { addedInstrument } from '../words/streams/instrument-to-change.js';
import { cancelled } from '../words/trading/cancelled.js';
import { expectNoSuccess, expectNotNamed, namesOf, submitToEnd } from '../words/trading/refusal.js';

scenario({
  id: 'configuration.instruments-available-only/deleted',
  title: 'does not list an instrument any more that was deleted',
  needs: { control: ['instrument.add', 'instrument.remove'] },
  async run(t) {
    const { name, remove } = await addedInstrument(t);
    const listed = await eventually(
      t,
      () => listedInstruments(t),
      ({ names }) => names.includes(name),
    );
    if (!listed.names.includes(name)) t.inconclusive('the instrument that was created is not listed', [listed]);
    await remove();
    const after = await eventually(
      t,
      () => listedInstruments(t),
      ({ names }) => !names.includes(name),
    );
    t.expect.none(after.names.includes(name) ? [name] : [], `a list without ${name}`, { evidence: [after, listed] });
  },
});

/** An order with no more digits than the instrument takes, which those of the profile may have. */
async function orderOn(t: CheckContext, instrument: string): Promise<RequestParams> {
  const order = await t.account.order({ instrument });
  const digits = Number((await t.account.conditions(instrument)).pointDigits);
  const [whole = '', rest = ''] = String(order.price).split('.');
  const cut = rest.slice(0, digits);
  return Number.isNaN(digits) ? order : { ...order, price: cut === '' ? whole : `${whole}.${cut}` };
}

async function wishOn(t: CheckContext, instrument: string): Promise<OrderWish> {
  const { price } = await orderOn(t, instrument);
  return { instrument, ...(price !== undefined && { price }) };
}

const NOT_FOUND = 'MARKET_INSTRUMENT_NOT_FOUND';
const LEVEL = 'TRADING_RULE_INVALID_PRICE_LEVEL';
const REMOVE: Needs = { control: ['instrument.add', 'instrument.remove'] };

for (const { id, words, needs, isTraded } of [
  { id: 'errors.instrument-not-found/deleted', words: 'which was deleted', needs: {}, isTraded: false },
  {
    id: 'errors.instrument-not-found/deleted-after-orders',
    words: 'which was deleted after it had been traded on',
    needs: { claims: ['cancelOrder'], requests: ['cancelOrder'] },
    isTraded: true,
  },
] as const) {
  scenario({
    id,
    title: `does not execute an order on an instrument ${words}`,
    purposes: [34],
    needs: { ...REMOVE, ...needs },
    async run(t) {
      const { name, remove } = await addedInstrument(t);
      if (isTraded) await cancelled(t, (await t.account.openOrder(await wishOn(t, name))).orderId);
      const order = await orderOn(t, name);
      await remove();
      const refusal = await eventually(
        t,
        () => submitToEnd(t, order),
        ({ result }) => result?.status !== 'success',
      );
      expectNoSuccess(t, refusal, `an order on ${name}, which was deleted`);
    },
  });
}

scenario({
  id: 'errors.instrument-not-found/created-again',
  title: 'finds an instrument that was deleted and created again when an order names it',
  needs: { ...REMOVE, params: { 'instrument.add': ['instrument'] } },
  async run(t) {
    const { name, remove } = await addedInstrument(t);
    const before = await eventually(
      t,
      async () => submitToEnd(t, await orderOn(t, name)),
      // What is wrong with the price stays so; the rest may pass.
      (one) => one.result?.status === 'success' || namesOf(one).includes(LEVEL),
    );
    if (before.result?.status !== 'success') {
      const ended = namesOf(before)[0] ?? before.result?.status ?? 'without a result';
      t.inconclusive(`an order on ${name}, which was created, ended ${ended}`, [before.submission]);
    }
    await remove();
    await addedInstrument(t, name);
    const refusal = await eventually(
      t,
      async () => submitToEnd(t, await orderOn(t, name)),
      (one) => !namesOf(one).includes(NOT_FOUND),
    );
    expectNotNamed(t, refusal, { names: [NOT_FOUND], of: `an order on ${name}, which was created again` });
  },
});

for (const { id, kind, claim } of [
  { id: 'instruments.unavailable-refuses-whole/deleted', kind: 'instruments', claim: 'instrumentEvents' },
  { id: 'hmr.unavailable-refuses-whole/deleted', kind: 'hmr', claim: 'hmrEvents' },
] as const) {
  scenario({
    id,
    title: `refuses a subscription of kind ${kind} that names an instrument which was deleted`,
    needs: {
      claims: [claim],
      facts: ['commandRefused'],
      control: ['instrument.add', 'instrument.remove'],
    },
    async run(t) {
      const { name, remove } = await addedInstrument(t);
      const good = t.account.instrument().name;
      const subscribe = async (): Promise<CommandOutcome> => {
        const events = await t.account.events();
        const command = await events.subscribe(kind, [good, name]);
        await events.close();
        return command;
      };
      const before = await eventually(t, subscribe, ({ outcome }) => outcome === 'accepted');
      if (before.outcome !== 'accepted') t.inconclusive('the instrument could not be subscribed to before', [before]);
      await remove();
      expectNotAccepted(t, await eventually(t, subscribe, ({ outcome }) => outcome !== 'accepted'));
    },
  });
}

scenario({
  id: 'instruments.conditions-current/created-again',
  title: 'shows in event and read the conditions of an instrument that was created again, not those of before',
  needs: {
    ...ADD_INSTRUMENTS,
    control: ['instrument.update', 'instrument.add', 'instrument.remove'],
    params: { 'instrument.add': ['instrument'] },
  },
  async run(t) {
    const { name, remove } = await addedInstrument(t);
    await changeInstrument(t, name);
    await remove();
    await addedInstrument(t, name);
    const events = await t.account.subscribed('instruments', [name]);
    const event = await changeEventOf(t, events, name);
    const shown = event.view.conditions?.volumeMax;
    if (typeof shown !== 'string' || figureOf(shown) === undefined) {
      return t.inconclusive('the event shows no volume_max as a decimal string', [event]);
    }
    const read = await eventually(
      t,
      () => t.account.request('conditions', { instrument: name }),
      ({ answer }) => answer?.body !== undefined && same(t.dialect.readConditions(answer.body).volumeMax, shown),
    );
    t.expect.at(read, '/view/volumeMax', 'sameDecimal', shown);
  },
});

scenario({
  id: 'instruments.deleted/beside-other-kinds',
  title: 'announces a change and a deletion on a connection that is subscribed to every other kind as well',
  requirements: ['instruments.updated'],
  needs: {
    claims: ['instrumentEvents', 'accountStateEvents', 'hmrEvents'],
    control: ['instrument.add', 'instrument.remove', 'instrument.update'],
  },
  async run(t) {
    const { name, remove } = await addedInstrument(t);
    const events = await t.account.subscribed('instruments', [name]);
    for (const kind of ['transactions', 'account_state'] as const) await events.subscribed(kind);
    await events.subscribed('hmr', [t.account.instrument().name]);
    const isOf = (action: string): { where: (event: InstrumentEvent) => boolean } => ({
      where: ({ view }) => view.instrument === name && view.action === action,
    });
    const happens = [
      ['upd', () => changeInstrument(t, name), 'instruments.updated'],
      ['del', remove, 'instruments.deleted'],
    ] as const;
    for (const [action, happen, requirement] of happens) {
      await happen();
      const event = await events.next('instrument_event', isOf(action));
      const evidence = [events.command];
      if (event === undefined && !events.isOpen) t.inconclusive('the connection has ended, as it may', evidence);
      t.expect.arrived(event, `an instrument_event with action ${action}`, { requirement, evidence });
    }
  },
});
