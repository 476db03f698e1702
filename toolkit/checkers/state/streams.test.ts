// Unit tests of the checkers over streams: subscriptions, snapshots first, own account, account state, instruments, HMR.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../payload/json.js';
import { EMPTY, FIGURES, Story } from '../story.test.aid.js';

describe('active-subscriptions', () => {
  it('accepts messages of kinds that were subscribed, also under way while unsubscribing', async () => {
    const story = new Story();
    const stream = story.transactions();
    stream.event({});
    stream.unsubscribe('transactions');
    stream.event({});
    stream.message('command_accepted', {});
    const { outcome, judgedBy } = await story.judge('active-subscriptions');
    expect(outcome).toBe('ok');
    expect(judgedBy).toEqual({ 'subscriptions.active-only': 3, 'subscriptions.ticks-refused': 3 });
  });

  it.each(['transaction_event', 'trading_state_snapshot', 'account_state_event', 'instrument_event', 'hmr_update'])(
    'finds %s on a new connection that subscribed to nothing',
    async (kind) => {
      const story = new Story();
      story.stream().message(kind, {});
      const { findings } = await story.judge('active-subscriptions');
      expect(findings).toEqual([expect.objectContaining({ requirement: 'subscriptions.active-only' })]);
    },
  );

  it('finds account state on a connection that subscribed to transactions only', async () => {
    const story = new Story();
    story.transactions().message('account_state_event', FIGURES);
    await expect(story.judge('active-subscriptions')).resolves.toMatchObject({ outcome: 'found' });
  });

  it('finds a tick on the events stream, and tolerates it on its own', async () => {
    const story = new Story();
    story.stream('A', 'ticksStream').message('tick', { bid: 1, ask: 2 });
    await expect(story.judge('active-subscriptions')).resolves.toMatchObject({ outcome: 'unknown' });
    story.stream().message('tick', { bid: 1, ask: 2 });
    const { findings } = await story.judge('active-subscriptions');
    expect(findings).toEqual([expect.objectContaining({ requirement: 'subscriptions.ticks-refused' })]);
  });

  it('does not judge connections on which something else than a command was sent', async () => {
    const story = new Story();
    const stream = story.stream();
    stream.sendRaw('{"subscribe":"everything"}');
    stream.message('hmr_snapshot', {});
    await expect(story.judge('active-subscriptions')).resolves.toMatchObject({ outcome: 'unknown' });
  });
});

describe('snapshot-first', () => {
  it('accepts events after their snapshot', async () => {
    const story = new Story();
    const stream = story.transactions();
    stream.event({});
    stream.subscribe('hmr', ['EURUSD']);
    stream.message('hmr_snapshot', { periods: [] });
    stream.message('hmr_update', {});
    await expect(story.judge('snapshot-first')).resolves.toMatchObject({ outcome: 'ok', judged: 2 });
  });

  it('finds a transaction_event before the snapshot', async () => {
    const story = new Story();
    const stream = story.stream();
    stream.subscribe('transactions');
    stream.event({});
    stream.message('trading_state_snapshot', EMPTY);
    const { findings } = await story.judge('snapshot-first');
    expect(findings).toEqual([expect.objectContaining({ requirement: 'subscriptions.snapshot-before-events' })]);
  });

  it('finds an hmr_update before the hmr_snapshot', async () => {
    const story = new Story();
    const stream = story.transactions();
    stream.subscribe('hmr', ['EURUSD']);
    stream.message('hmr_update', {});
    const { findings } = await story.judge('snapshot-first');
    expect(findings).toEqual([expect.objectContaining({ requirement: 'subscriptions.hmr-snapshot-before-updates' })]);
  });

  it('leaves events without subscription to another checker', async () => {
    const story = new Story();
    story.stream().event({});
    await expect(story.judge('snapshot-first')).resolves.toMatchObject({ outcome: 'unknown' });
  });
});

describe('own-account', () => {
  it('finds an event of another account', async () => {
    const story = new Story();
    const stream = story.transactions('A');
    story.acknowledged('placeOrder', 'key-1', 'op-1', { account: 'B' });
    stream.event({ operationId: 'op-1', clientRequestId: 'key-1' });
    const { findings } = await story.judge('own-account');
    expect(findings).toEqual([expect.objectContaining({ requirement: 'subscriptions.own-account-only' })]);
  });

  it('finds it on a connection of a third account too, and accepts it where it belongs', async () => {
    const story = new Story();
    story.acknowledged('openPosition', 'key-1', 'op-1', { account: 'B' });
    story.transactions('B').event({ clientRequestId: 'key-1' });
    await expect(story.judge('own-account')).resolves.toMatchObject({ outcome: 'ok' });
    story.transactions('C').event({ clientRequestId: 'key-1' });
    await expect(story.judge('own-account')).resolves.toMatchObject({ outcome: 'found' });
  });

  it('tolerates one key on two accounts, and one operation_id on two accounts', async () => {
    const story = new Story();
    story.acknowledged('placeOrder', 'key-1', 'op-1', { account: 'A' });
    story.acknowledged('placeOrder', 'key-1', 'op-1', { account: 'B' });
    story.transactions('A').event({ operationId: 'op-1', clientRequestId: 'key-1' });
    await expect(story.judge('own-account')).resolves.toMatchObject({ outcome: 'ok' });
  });
});

describe('instrument-events', () => {
  const conditions = { volumeMin: '0.01', volumeMax: '10', volumeStep: '0.01', pointDigits: 5 };
  async function judged(view: JsonObject, instruments: readonly string[] = ['EURUSD']): ReturnType<Story['judge']> {
    const story = new Story();
    const stream = story.stream();
    stream.subscribe('instruments', instruments);
    stream.message('instrument_event', { action: 'upd', instrument: 'EURUSD', conditions, ...view });
    return story.judge('instrument-events');
  }

  it.each(['new', 'upd', 'del'])('accepts the action %s with full conditions', async (action) => {
    await expect(judged({ action }, ['all'])).resolves.toMatchObject({ outcome: 'ok' });
  });

  it.each<[string, string, JsonObject]>([
    ['an action of its own', 'instruments.action-values', { action: 'changed' }],
    ['only what changed', 'instruments.full-conditions', { conditions: { volumeMax: '20' } }],
    ['another instrument', 'instruments.subscribed-only', { instrument: 'USDJPY' }],
  ])('finds %s', async (_, requirement, view) => {
    const { findings } = await judged(view);
    expect(findings).toEqual([expect.objectContaining({ requirement })]);
  });

  it('tolerates point_digits as text', async () => {
    await expect(judged({ conditions: { ...conditions, pointDigits: '5' } })).resolves.toMatchObject({ outcome: 'ok' });
  });
});

describe('hmr-form', () => {
  async function judged(kind: string, frame: JsonObject, message: JsonObject = frame): ReturnType<Story['judge']> {
    const story = new Story();
    const stream = story.stream();
    stream.subscribe('hmr', ['EURUSD']);
    stream.message(kind, {}, message, JSON.stringify(frame));
    return story.judge('hmr-form');
  }

  it('accepts members at the top level, empty lists and an update without one of its lists', async () => {
    await expect(judged('hmr_snapshot', { type: 'hmr_snapshot', periods: [] })).resolves.toMatchObject({
      outcome: 'ok',
    });
    await expect(judged('hmr_update', { removed_period_ids: ['h-1'] })).resolves.toMatchObject({ outcome: 'ok' });
    // Converters write a list of one as the one.
    await expect(judged('hmr_update', { removed_period_ids: 'h-1' })).resolves.toMatchObject({ outcome: 'ok' });
  });

  it.each<[string, string, string, JsonObject]>([
    ['a snapshot with event_time', 'hmr.snapshot-no-event-time', 'hmr_snapshot', { periods: [], event_time: 'now' }],
    ['an update with event_time', 'hmr.update-no-event-time', 'hmr_update', { upserted_periods: [], event_time: null }],
    ['a snapshot with both', 'hmr.snapshot-no-payload-wrapper', 'hmr_snapshot', { periods: [], payload: {} }],
    ['an update with both', 'hmr.update-no-payload-wrapper', 'hmr_update', { upserted_periods: [], payload: {} }],
    ['a snapshot without periods', 'hmr.snapshot-periods', 'hmr_snapshot', { type: 'hmr_snapshot' }],
    ['removed identifiers that are none', 'hmr.update-removed', 'hmr_update', { removed_period_ids: true }],
  ])('finds %s', async (_, requirement, kind, frame) => {
    const { findings } = await judged(kind, frame);
    expect(findings).toEqual([expect.objectContaining({ requirement })]);
  });

  it('looks at the frame, which a reader that unwraps would hide', async () => {
    const { findings } = await judged('hmr_snapshot', { payload: { periods: [] } }, { periods: [] });
    expect(findings.map(({ requirement }) => requirement)).toContain('hmr.snapshot-no-payload-wrapper');
  });

  it('takes each of the messages that a frame delivers together for itself', async () => {
    const snapshot = { kind: 'H', periods: [] };
    await expect(judged('hmr_snapshot', { n: 1, batch: [{ kind: 'X' }, snapshot] }, snapshot)).resolves.toMatchObject({
      outcome: 'ok',
    });
    const wrapped = { n: 1, batch: [{ kind: 'H', payload: { periods: [] } }] };
    const { findings } = await judged('hmr_snapshot', wrapped, { periods: [] });
    expect(findings.map(({ requirement }) => requirement)).toContain('hmr.snapshot-no-payload-wrapper');
  });
});
