// Configuration reads (interface 4.4, 2.4): readable, for the account in the path, and the condition object whole. Their bodies are
// left open but for the four members of the condition object and the list of instruments.
import { readDecimal, toText } from '../../toolkit/decimal/index.js';
import type { CheckContext } from '../runner/context.js';
import { scenario } from '../runner/registry.js';
import { instrumentToChange } from '../words/streams/instrument-to-change.js';

const READ = { shared: true, readOnly: true } as const;

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
    async run(t) {
      const exchange = await t.account.request(name);
      t.expect.accepted(exchange);
      t.expect.at(exchange.record, '/body', 'type', ['object', 'array']);
    },
  });
}

scenario({
  id: 'limits.quota-readable/signed-read',
  title: 'returns quotas for the account',
  needs: READ,
  async run(t) {
    const exchange = await t.account.request('limits');
    t.expect.accepted(exchange);
    t.expect.at(exchange.record, '/body', 'type', ['object', 'array']);
  },
});

async function listed(t: CheckContext): Promise<{ readonly names: readonly string[]; readonly record: number }> {
  const exchange = await t.account.request('instruments');
  const body = exchange.answer?.body;
  const names = body === undefined ? undefined : t.dialect.readInstruments(body);
  return names === undefined || names.length === 0
    ? t.inconclusive('the list of instruments could not be read; bind it in the dialect', [exchange.record])
    : { names, record: exchange.record };
}

scenario({
  id: 'configuration.instruments-complete/those-of-the-profile',
  title: 'lists the instruments that the profile trades on',
  needs: READ,
  async run(t) {
    const { names, record } = await listed(t);
    const missing = t.account.instruments.map(({ name }) => name).filter((name) => !names.includes(name));
    t.expect.that(missing.length === 0, {
      expected: t.account.instruments.map(({ name }) => name).join(', '),
      actual: `without ${missing.join(', ')}`,
      evidence: [record],
    });
  },
});

scenario({
  id: 'configuration.instruments-available-only/unavailable-one',
  title: 'does not list an instrument that the account may not use',
  needs: { ...READ, facts: ['unavailableInstrument'] },
  async run(t) {
    const { names, record } = await listed(t);
    const unavailable = t.market.unavailable.filter((name) => names.includes(name));
    t.expect.that(unavailable.length === 0, {
      expected: `none of ${t.market.unavailable.join(', ')}`,
      actual: unavailable.join(', '),
      evidence: [record],
    });
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

for (const { requirement, member, figure } of [
  { requirement: 'configuration.conditions-volume-min', member: 'volumeMin', figure: true },
  { requirement: 'configuration.conditions-volume-max', member: 'volumeMax', figure: true },
  { requirement: 'configuration.conditions-volume-step', member: 'volumeStep', figure: true },
  { requirement: 'configuration.conditions-point-digits', member: 'pointDigits', figure: false },
] as const) {
  scenario({
    id: `${requirement}/each-of-the-profile`,
    title: `shows ${member} in the conditions of every instrument that the profile trades on`,
    needs: READ,
    async run(t) {
      for (const { name } of t.account.instruments) {
        const { record } = await t.account.conditions(name);
        t.expect.at(record, `/view/${member}`, 'present', null);
        // Its JSON type is open: a number, or the text of one.
        if (figure) continue;
        t.expect.at(record, `/view/${member}`, 'atLeast', 0);
        t.expect.at(record, `/view/${member}`, 'fractionDigitsAtMost', 0);
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
      const { record } = await t.account.conditions(name);
      for (const member of ['volumeMin', 'volumeMax', 'volumeStep'])
        t.expect.at(record, `/view/${member}`, 'decimalString', null);
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
    const before = await t.account.request('conditions', { instrument: other });
    const max = before.answer?.body === undefined ? undefined : t.dialect.readConditions(before.answer.body).volumeMax;
    const most = typeof max === 'string' ? readDecimal(max) : undefined;
    if (most === undefined)
      return t.inconclusive('the conditions show no volume_max as a decimal string', [before.record]);
    const doubled = toText({ ...most, coefficient: most.coefficient * 2n });
    await t.control('instrument.update', { account_id: t.account.id, instrument: changed, volume_max: doubled });
    const first = await t.account.request('conditions', { instrument: changed });
    t.expect.at(first.record, '/view/volumeMax', 'sameDecimal', doubled);
    const second = await t.account.request('conditions', { instrument: other });
    t.expect.at(second.record, '/view/volumeMax', 'sameDecimal', toText(most));
  },
});

for (const { slug, name } of [
  { slug: 'account', name: 'account' },
  { slug: 'limits', name: 'limits' },
  { slug: 'instruments', name: 'instruments' },
] as const) {
  scenario({
    id: `configuration.account-path-scope/unknown-account-${slug}`,
    title: `does not answer a read of ${name} for an account that does not exist with success`,
    needs: READ,
    async run(t) {
      const own = await t.account.request(name);
      if (own.answer?.status !== 200)
        t.inconclusive('the same read of an own account was not answered with 200', [own.record]);
      t.expect.refused(await t.account.request(name, { accountId: t.unknownAccountId }));
    },
  });
}

scenario({
  id: 'configuration.reads-change-nothing/all-four',
  title: 'leaves the trading state as it was',
  async run(t) {
    const { orderId } = await t.account.openOrder();
    const before = await t.account.state();
    for (const name of ['account', 'instruments', 'limits'] as const) await t.account.request(name);
    await t.account.request('conditions', { instrument: t.account.instrument().name });
    const after = await t.account.state();
    t.expect.at(after.record, '/view/orders', 'lengthIs', before.orders?.length ?? 0);
    t.expect.at(after.record, '/view/positions', 'lengthIs', before.positions?.length ?? 0);
    if (orderId !== undefined)
      t.expect.at(after.record, '/view/orders', 'some', { member: 'id', predicate: 'equals', expected: orderId });
  },
});

scenario({
  id: 'domain.snapshot-resource/agrees-with-the-stream',
  title: 'shows the same open orders as a resource and on the stream',
  needs: { claims: ['snapshotResource'] },
  async run(t) {
    await t.account.openOrder();
    const state = await t.account.state();
    const exchange = await t.account.request('snapshot');
    t.expect.accepted(exchange);
    const ids = (state.orders ?? []).map(({ id }) => id ?? null);
    if (ids.includes(null)) return t.inconclusive('orders show no identifier; bind it in the dialect', [state.record]);
    t.expect.at(exchange.record, '/view/orders', 'count', {
      member: 'id',
      predicate: 'oneOf',
      expected: ids,
      count: ids.length,
    });
  },
});

scenario({
  id: 'domain.snapshot-resource/open-position',
  title: 'shows an open position as a resource too',
  needs: { claims: ['snapshotResource', 'positions'] },
  async run(t) {
    const { positionId } = await t.account.openPosition();
    const state = await t.account.state();
    if (positionId === undefined || state.positions?.some(({ id }) => id === positionId) !== true)
      return t.inconclusive('the snapshot of the stream does not show the position', [state.record]);
    const exchange = await t.account.request('snapshot');
    t.expect.accepted(exchange);
    t.expect.at(exchange.record, '/view/positions', 'some', {
      member: 'id',
      predicate: 'equals',
      expected: positionId,
    });
  },
});
