// Configuration reads (interface 4.4, 2.4): readable, for the account in the path, and the condition object whole. Their bodies are
// left open but for the four members of the condition object and the list of instruments.
import { toText } from '../../toolkit/decimal/index.js';
import type { TradingStateView } from '../../toolkit/profile/dialect/views.js';
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import type { CheckContext, Recorded } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { isAnswered } from '../words/calls/answered.js';
import { eventually } from '../words/eventually.js';
import { figureOf, same } from '../words/figures.js';
import { listedInstruments } from '../words/listed-instruments.js';
import { READ } from '../words/needs.js';
import { instrumentToChange } from '../words/streams/instrument-to-change.js';
import { expectMaximum, otherMaximum, volumeMaxIn } from '../words/trading/changed-maximum.js';
import { keysOfOthers } from '../words/trading/done-by-others.js';
import { countFrom } from '../words/trading/executions.js';
import { typeOf } from '../words/trading/main-order.js';
import { ORDER_KINDS } from '../words/trading/order-kinds.js';

const READS = ['account', 'instruments', 'limits'] as const;

for (const { id, name } of [
  { id: 'configuration.account-readable/signed-read', name: 'account' },
  { id: 'configuration.instruments-readable/signed-read', name: 'instruments' },
  { id: 'configuration.limits-readable/signed-read', name: 'limits' },
] as const) {
  scenario({
    id,
    title: `answers a signed read of ${name} with JSON`,
    needs: READ,
    basic: true,
    run: (t) => expectJson(t, name),
  });
}

scenario({
  id: 'limits.quota-readable/signed-read',
  title: 'returns quotas for the account',
  needs: READ,
  run: (t) => expectJson(t, 'limits'),
});

async function expectJson(t: CheckContext, name: (typeof READS)[number]): Promise<void> {
  const exchange = await t.account.request(name);
  t.expect.accepted(exchange);
  t.expect.at(exchange, '/body', 'type', ['object', 'array']);
}

scenario({
  id: 'configuration.instruments-complete/those-of-the-profile',
  title: 'lists the instruments that the profile trades on',
  needs: READ,
  async run(t) {
    const list = await listedInstruments(t);
    const wanted = t.account.instruments.map(({ name }) => name);
    const missing = wanted.filter((name) => !list.names.includes(name));
    t.expect.none(missing, wanted.join(', '), { actual: `without ${missing.join(', ')}`, evidence: [list] });
  },
});

scenario({
  id: 'configuration.instruments-available-only/unavailable-one',
  title: 'does not list an instrument that the account may not use',
  needs: { ...READ, facts: ['unavailableInstrument'] },
  async run(t) {
    const list = await listedInstruments(t);
    const unavailable = t.market.unavailable.filter((name) => list.names.includes(name));
    t.expect.none(unavailable, `none of ${t.market.unavailable.join(', ')}`, { evidence: [list] });
  },
});

scenario({
  id: 'configuration.conditions-readable/each-of-the-profile',
  title: 'answers a read of the conditions of every instrument that the profile trades on',
  needs: READ,
  async run(t) {
    for (const { name } of t.account.instruments)
      t.expect.accepted(await t.account.request('conditions', { instrument: name }));
  },
});

for (const { id, member } of [
  { id: 'configuration.conditions-volume-min/each-of-the-profile', member: 'volumeMin' },
  { id: 'configuration.conditions-volume-max/each-of-the-profile', member: 'volumeMax' },
  { id: 'configuration.conditions-volume-step/each-of-the-profile', member: 'volumeStep' },
  { id: 'configuration.conditions-point-digits/each-of-the-profile', member: 'pointDigits' },
] as const) {
  scenario({
    id,
    title: `shows ${member} in the conditions of every instrument that the profile trades on`,
    needs: READ,
    async run(t) {
      for (const { name } of t.account.instruments) {
        const conditions = await t.account.conditions(name);
        t.expect.at(conditions, `/view/${member}`, 'present');
        if (member !== 'pointDigits') continue;
        // Its JSON type is open: a number, or the text of one.
        t.expect.at(conditions, '/view/pointDigits', 'atLeast', 0);
        t.expect.at(conditions, '/view/pointDigits', 'fractionDigitsAtMost', 0);
      }
    },
  });
}

scenario({
  id: 'numbers.volume-strings-in-conditions/each-of-the-profile',
  title: 'writes volume_min, volume_max and volume_step as decimal strings',
  needs: READ,
  async run(t) {
    for (const { name } of t.account.instruments) {
      const conditions = await t.account.conditions(name);
      for (const member of ['volumeMin', 'volumeMax', 'volumeStep'])
        t.expect.at(conditions, `/view/${member}`, 'decimalString');
    }
  },
});

scenario({
  id: 'configuration.conditions-named-instrument/one-of-two-changed',
  title: 'shows a changed volume_max in the conditions of the changed instrument alone',
  needs: { control: ['instrument.update'] },
  async run(t) {
    const changed = await instrumentToChange(t, 0);
    const other = await instrumentToChange(t, 1);
    const before = await t.account.conditions(other);
    const most =
      figureOf(before.volumeMax) ?? t.inconclusive('the conditions show no volume_max as a decimal string', [before]);
    const former = await t.account.conditions(changed);
    const asked = otherMaximum(figureOf(former.volumeMax) ?? most);
    await t.control('instrument.update', { account_id: t.account.id, instrument: changed, volume_max: asked });
    // Settings are semi-static: a read may follow a change after a moment.
    const first = await eventually(
      t,
      () => t.account.request('conditions', { instrument: changed }),
      (read) => same(volumeMaxIn(t, read), asked),
    );
    expectMaximum(t, first, asked, [former.volumeMax, before.volumeMax]);
    const second = await t.account.request('conditions', { instrument: other });
    t.expect.at(second, '/view/volumeMax', 'sameDecimal', toText(most));
  },
});

for (const name of READS) {
  scenario({
    id: `configuration.account-path-scope/unknown-account-${name}`,
    title: `does not answer a read of ${name} for an account that does not exist with success`,
    needs: READ,
    async run(t) {
      const own = await t.account.request(name);
      if (!isAnswered(own)) t.inconclusive('the same read of an own account was not answered with success', [own]);
      t.expect.refused(await t.account.request(name, { accountId: t.unknownAccountId }));
    },
  });
}

scenario({
  id: 'configuration.reads-change-nothing/all-four',
  title: 'leaves the trading state as it was',
  async run(t) {
    const { orderId } = await t.account.openOrder();
    const executions = await countFrom(t);
    for (const name of READS) await t.account.request(name);
    await t.account.request('conditions', { instrument: t.account.instrument().name });
    await executions.expect({});
    t.expect.lists(await t.account.state(), 'orders', orderId);
  },
});

for (const { id, title, wishes } of [
  {
    id: 'domain.snapshot-resource/agrees-with-the-stream',
    title: 'shows the same open orders as a resource and on the stream',
    wishes: [{}],
  },
  {
    id: 'domain.snapshot-resource/of-every-type-and-side',
    title: 'shows as a resource the orders of either type and side that the stream shows',
    wishes: ORDER_KINDS,
  },
] as const) {
  scenario({
    id,
    title,
    needs: { claims: ['snapshotResource'] },
    async run(t) {
      for (const wish of wishes) await t.account.openOrder(wish);
      // A resource may show SL/TP directly on the order where the stream shows an SLTP order (6.1, rule 3).
      const idsIn = (state: TradingStateView | undefined): readonly (string | null)[] =>
        (state?.orders ?? []).filter((order) => typeOf(t, order) !== 'sltp').map(({ id }) => id ?? null);
      const { before, resource } = await eventually(
        t,
        () => resourceBetween(t),
        (read) => {
          const shown = idsIn(resourceOf(t, read.resource));
          return idsIn(read.before).every((id) => shown.includes(id));
        },
      );
      t.expect.accepted(resource);
      const ids = idsIn(before);
      if (ids.includes(null)) return t.inconclusive('orders show no identifier; bind it in the dialect', [before]);
      const shown = idsIn(resourceOf(t, resource));
      const isAlike = shown.length === ids.length && shown.every((id) => ids.includes(id));
      const theirs = isAlike ? [] : keysOfOthers(t);
      if (theirs.length > 0) t.inconclusive('others trade here', [...theirs, before]);
      const eachOfThem = { member: 'id', predicate: 'oneOf', expected: ids, count: ids.length };
      t.expect.at(resource, '/view/orders', 'count', eachOfThem);
    },
  });
}

scenario({
  id: 'domain.snapshot-resource/open-position',
  title: 'shows an open position as a resource too',
  needs: { claims: ['snapshotResource', 'positions'] },
  async run(t) {
    const { positionId } = await t.account.openPosition();
    const state = await t.account.state();
    if (!state.positions?.some(({ id }) => id === positionId)) {
      t.inconclusive('the snapshot of the stream does not show the position', [state]);
    }
    const resource = await eventually(
      t,
      () => t.account.request('snapshot'),
      (read) => resourceOf(t, read)?.positions?.some(({ id }) => id === positionId) === true,
    );
    t.expect.accepted(resource);
    t.expect.lists(resource, 'positions', positionId);
  },
});

scenario({
  id: 'domain.snapshot-resource/account-state',
  title: 'shows the account state as a resource too, with the balance that the stream shows',
  needs: { claims: ['snapshotResource'] },
  async run(t) {
    const { before, resource, after } = await eventually(
      t,
      () => resourceBetween(t),
      (read) => same(read.before.accountState?.balance, resourceOf(t, read.resource)?.accountState?.balance),
    );
    t.expect.accepted(resource);
    const shown = resourceOf(t, resource)?.accountState ?? {};
    const figures = Object.values(shown).filter((figure) => figure !== null);
    t.expect.that(figures.length > 0, {
      expected: 'an account state with balance, equity and used_margin',
      actual: 'none of these figures',
      evidence: [resource, before],
    });
    const balance = before.accountState?.balance;
    // A balance that moves, and one that is not shown or of another form, tell nothing of the other.
    if (!same(balance, after.accountState?.balance) || figureOf(shown.balance) === undefined) return;
    t.expect.at(resource, '/view/accountState/balance', 'sameDecimal', String(balance));
  },
});

interface Between {
  readonly before: Recorded<TradingStateView>;
  readonly resource: HttpExchange;
  readonly after: Recorded<TradingStateView>;
}

/** The resource, read between two snapshots of the stream. */
async function resourceBetween(t: CheckContext): Promise<Between> {
  const before = await t.account.state();
  const resource = await t.account.request('snapshot');
  return { before, resource, after: await t.account.state() };
}

function resourceOf(t: CheckContext, { answer }: HttpExchange): TradingStateView | undefined {
  return answer?.body === undefined ? undefined : t.dialect.readSnapshot(answer.body);
}
