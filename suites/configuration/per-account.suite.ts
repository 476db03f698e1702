// The conditions of an instrument are resolved for the account that asks (interface 2.4): what is changed for one account is what that
// account reads. Whether the change reaches others is the target's own, and reported.
import type { HttpExchange } from '../../toolkit/wire/exchange.js';
import { scenario } from '../runner/registry.js';
import { eventually } from '../words/eventually.js';
import { figureOf, same } from '../words/figures.js';
import { listedInstrument } from '../words/streams/instrument-to-change.js';
import { expectMaximum, otherMaximum, volumeMaxIn } from '../words/trading/changed-maximum.js';
import { typeOf } from '../words/trading/main-order.js';

scenario({
  id: 'configuration.conditions-per-account/changed-for-one',
  title:
    'shows an account the conditions that were set for it, whatever those of the platform or of another account are',
  needs: { accounts: 2, control: ['instrument.update'] },
  async run(t, own, other) {
    const instrument = await listedInstrument(t, 0);
    const before = await own.conditions(instrument);
    const theirs = await other.conditions(instrument);
    const most =
      figureOf(before.volumeMax) ?? t.inconclusive('the conditions show no volume_max as a decimal string', [before]);
    const asked = otherMaximum(most);
    await t.control('instrument.update', { account_id: own.id, instrument, volume_max: asked });
    // What another account reads in between may be remembered by instrument alone.
    await other.request('conditions', { instrument });
    const isChanged = (read: HttpExchange): boolean => {
      const shown = volumeMaxIn(t, read);
      return typeof shown === 'string' && same(shown, asked);
    };
    const after = await eventually(t, () => own.request('conditions', { instrument }), isChanged);
    expectMaximum(t, after, asked, [before.volumeMax, theirs.volumeMax]);
    const later = await other.request('conditions', { instrument });
    t.observe(
      'a change of the conditions of one account',
      volumeMaxIn(t, later) === theirs.volumeMax ? 'its own' : 'of all',
      {
        section: '2.4',
        evidence: [later.record, theirs.record],
      },
    );
  },
});

scenario({
  id: 'configuration.conditions-per-account/named-in-the-profile',
  title:
    'shows an account that has conditions of its own these, right after another account has read those of the instrument',
  needs: { facts: ['ownConditions'], readOnly: true, shared: true },
  async run(t) {
    const own = t.ownConditions ?? t.inconclusive('the profile names no account with conditions of its own');
    await t.account.request('conditions', { instrument: own.instrument });
    const read = await t.adopt(own.id).request('conditions', { instrument: own.instrument });
    t.expect.accepted(read);
    t.expect.at(read, '/view/volumeMax', 'sameDecimal', own.volumeMax);
  },
});

scenario({
  id: 'domain.snapshot-resource/of-its-own-account',
  title: 'shows as a resource the orders of the account that is read, whoever was read right before it',
  needs: { accounts: 2, claims: ['snapshotResource'], requests: ['snapshot'] },
  async run(t, own, other) {
    // Identifiers may be counted for each account, so their orders are told apart by the type, too.
    const orders = new Map([
      [own, { type: 'limit', id: (await own.openOrder({ type: 'limit' })).orderId }],
      [other, { type: 'stop', id: (await other.openOrder({ type: 'stop' })).orderId }],
    ]);
    for (const [account, stranger] of [
      [own, other],
      [other, own],
      [own, other],
    ] as const) {
      const read = await account.request('snapshot');
      t.expect.accepted(read);
      const shown = read.answer?.body === undefined ? [] : (t.dialect.readSnapshot(read.answer.body).orders ?? []);
      const { id, type } = orders.get(stranger) ?? {};
      const found = shown.filter((order) => order.id === id && typeOf(t, order) === type);
      t.expect.none(
        found.flatMap((order) => order.id ?? []),
        `no order of ${stranger.id}`,
        { evidence: [read] },
      );
    }
  },
});
