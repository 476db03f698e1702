// The probe against the contrary service, of which the profile knows how to ask and nothing of what it answers.
import { afterAll, describe, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { fillDialect } from '../../profile/dialect/fill.js';
import type { Profile } from '../../profile/profile.js';
import { type Reference, startReference } from '../../reference/index.js';
import { CONTRARY_DIALECT } from '../../reference/speech/contrary-dialect.js';
import { Bench } from '../controls/bench.js';
import { attemptOn, latenessOf } from '../controls/lateness.js';
import { tryControls } from '../controls/try-controls.js';
import { applyProposals } from '../proposals/apply.js';
import { proposeFromSamples } from './propose.js';
import { readTarget } from './read-target.js';
import { Samples } from './samples.js';
import { tradeOnTarget } from './trade-on-target.js';

const { signal } = new AbortController();
const references: Reference[] = [];
afterAll(() => Promise.all(references.map((reference) => reference.close())));

async function started(): Promise<Reference> {
  const reference = await startReference({ accounts: 2, dialect: 'contrary' });
  references.push(reference);
  return reference;
}

const { requests = {}, commands = {} } = CONTRARY_DIALECT;
const ASKING: JsonObject = { requests, commands, words: { side: { buy: 'LONG', sell: 'SHORT' } } };

/** Each on a service of its own, beside each other: most of what they do is wait. */
describe('the probe', { concurrent: true }, () => {
  it('finds what answers and messages show, and leaves alone what is read already', { timeout: 60_000 }, async ({
    expect,
  }) => {
    const { profile } = await started();
    const speaking = (dialect: JsonObject): Profile => ({ ...profile, dialect: { spec: fillDialect(dialect) } });
    let dialect = ASKING;
    const samples = new Samples();
    for (const look of [readTarget, readTarget, tradeOnTarget, tradeOnTarget]) {
      await look(speaking(dialect), samples, signal);
      dialect = applyProposals(ASKING, proposeFromSamples(ASKING, samples).proposals).dialect;
    }
    const spec: JsonObject = fillDialect(dialect);
    const wanted: JsonObject = fillDialect(CONTRARY_DIALECT);
    expect(spec['entities']).toMatchObject({ order: (wanted['entities'] as JsonObject)['order'] as JsonValue });
    expect(dialect).toMatchObject({
      bodies: { at: '/result', ack: { at: '' }, operation: { state: '/phase' } },
      frames: { kind: null },
      messages: {
        transaction_event: { at: '/transaction_event', orders: { at: '/payload/orders', form: 'map' } },
        hmr_update: { when: { '/hmr_update': { present: true } } },
        tick: { bid: '/quote/bid', ask: '/quote/ask', instrument: '/symbol/code' },
      },
      entities: { hmrPeriod: { id: '/pid', instruments: '/concerns' }, balanceWhen: { '/sort': 'balance' } },
      words: { operationState: { success: 'DONE', rejected: 'DECLINED' }, orderState: { pending: 'RESTING' } },
    });
    const again = new Samples();
    await readTarget(speaking(CONTRARY_DIALECT), again, signal);
    const { changes } = applyProposals(CONTRARY_DIALECT, proposeFromSamples(CONTRARY_DIALECT, again).proposals);
    expect(changes.map(({ proposal }) => proposal.place.join('.'))).toEqual([]);
  });

  it('names commands that the target answers as one to no kind', { timeout: 60_000 }, async ({ expect }) => {
    const { profile } = await started();
    const samples = new Samples();
    await readTarget({ ...profile, dialect: { spec: fillDialect({ requests }) } }, samples, signal);
    expect(samples.remarks).toContainEqual(expect.stringContaining('spell dialect.commands.subscribe'));
  });

  it('tries every binding and takes back what it did', { timeout: 60_000 }, async ({ expect }) => {
    const reference = await started();
    const reports = await tryControls(reference.profile, { withLasting: false, signal });
    expect(
      reports.filter(({ outcome }) => outcome !== 'works').map(({ name, outcome }) => `${name}: ${outcome}`),
    ).toEqual([
      'account.create: not tried',
      'idempotency.expire: not tried',
      'clock.advance: not tried',
      'market.price: not tried',
      'account.reset: not tried',
    ]);
  });

  it('tries reads by the clock of the target', { timeout: 60_000 }, async ({ expect }) => {
    const { profile } = await started();
    const bench = await Bench.on(profile, signal);
    await bench.perform('clock.advance', { ms: '120000' });
    await bench.close();
    const reports = await tryControls({ ...profile, control: {} }, { withLasting: false, signal });
    expect(reports.map(({ name, outcome }) => `${name}: ${outcome}`)).toEqual(
      ['snapshot', 'orderHistory', 'dealHistory', 'limits'].map((name) => `${name}: works`),
    );
  });

  it('says which binding is refused and which does nothing', { timeout: 60_000 }, async ({ expect }) => {
    const reference = await started();
    const bound = reference.profile.control['account.restrict'];
    if (bound?.http === undefined) throw new Error('the reference binds its control actions by HTTP');
    const control: Profile['control'] = {
      'account.restrict': {
        ...bound,
        http: { ...bound.http, url: `${reference.controlUrl}/stream.resume`, body: { account_id: '{account_id}' } },
      },
      'hmr.flexible': { ...bound, http: { ...bound.http, url: `${reference.controlUrl}/nothing` } },
      'operation.hold': bound,
    };
    const reports = await tryControls({ ...reference.profile, control }, { withLasting: false, signal });
    expect(reports.slice(-3).map(({ name, outcome }) => `${name}: ${outcome}`)).toEqual([
      'account.restrict: no visible effect',
      'hmr.flexible: refused',
      'operation.hold: not tried',
    ]);
  });

  it('waits for effects that come late, and says how late', { timeout: 90_000 }, async ({ expect }) => {
    const reference = await startReference({ accounts: 2, habits: ['control-overtakes'] });
    references.push(reference);
    const names = ['account.restrict', 'limits.exhaust', 'limits.restore'] as const;
    const control = Object.fromEntries(names.map((name) => [name, reference.profile.control[name]]));
    const reports = await tryControls({ ...reference.profile, control }, { withLasting: false, signal });
    const tried = reports.filter(({ name }) => names.some((one) => one === name));
    expect(tried.map(({ outcome }) => outcome)).toEqual(['works', 'works', 'works']);
    const profileOfThese = { ...reference.profile, control };
    const lateness = await latenessOf(reports, attemptOn(profileOfThese, signal));
    expect(lateness?.heldMs).toBeGreaterThanOrEqual(250);
  });
});
