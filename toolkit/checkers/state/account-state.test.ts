// Unit tests of the checkers over account state: what it carries, at its interval, and that it goes on.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../payload/json.js';
import { FIGURES, Story, type Stream } from '../story.test.aid.js';

describe('account-state', () => {
  const told = (view: JsonObject, message: JsonObject = view): Story => {
    const story = new Story();
    const stream = story.stream();
    stream.subscribe('account_state');
    stream.message('account_state_event', view, message);
    return story;
  };

  it('accepts the three figures with whatever else, under a payload or not', async () => {
    await expect(told(FIGURES, { payload: FIGURES, sequence: 7 }).judge('account-state')).resolves.toMatchObject({
      outcome: 'ok',
    });
  });

  it.each([
    ['balance', 'account-state.balance-present'],
    ['equity', 'account-state.equity-present'],
    ['usedMargin', 'account-state.used-margin-present'],
  ])('finds an event without %s', async (figure, requirement) => {
    const { findings } = await told({ ...FIGURES, [figure]: null }).judge('account-state');
    expect(findings).toEqual([expect.objectContaining({ requirement })]);
  });

  function naming(message: JsonObject, acknowledged: string): ReturnType<Story['judge']> {
    const story = new Story();
    story.acknowledged('placeOrder', 'key-1', acknowledged);
    const stream = story.stream();
    stream.subscribe('account_state');
    stream.message('account_state_event', FIGURES, message);
    return story.judge('account-state');
  }

  it('finds an event that names an operation of a request, also under its payload', async () => {
    for (const message of [{ operation_id: 'op-1' }, { payload: { operation_id: 'op-1' } }]) {
      const { findings } = await naming(message, 'op-1');
      expect(findings).toEqual([expect.objectContaining({ requirement: 'account-state.no-operations' })]);
    }
  });

  it('bears an identifier of the platform in the envelope', async () => {
    expect((await naming({ operation_id: 'sys-9' }, 'op-1')).findings).toEqual([]);
  });
});

describe('account-state-interval', () => {
  async function judged(
    gaps: readonly number[],
    tell?: (story: Story, stream: Stream) => void,
  ): ReturnType<Story['judge']> {
    const story = new Story();
    const stream = story.stream();
    stream.subscribe('account_state');
    stream.message('account_state_event', FIGURES);
    for (const gap of gaps) {
      story.wait(gap);
      stream.message('account_state_event', FIGURES);
    }
    tell?.(story, stream);
    return story.judge('account-state-interval');
  }

  it.each([
    ['two seconds', [2000, 2000, 2000, 2000]],
    ['about two seconds under load', [1200, 3100, 1900, 2400]],
    ['two seconds with one long gap', [2000, 2000, 30_000, 2000]],
    ['two seconds with a pause of the machine', [4500, 100]],
    ['two seconds with pauses that are made up for', [6000, 200, 1800, 5000, 100, 50]],
  ])('accepts gaps of %s', async (_, gaps) => {
    await expect(judged(gaps)).resolves.toMatchObject({ outcome: 'ok' });
  });

  it.each([
    ['twenty seconds', [20_000, 20_000, 20_000, 20_000]],
    ['a tenth of a second', [100, 100, 100, 100]],
  ])('finds gaps of %s', async (_, gaps) => {
    const { findings } = await judged(gaps);
    expect(findings).toEqual([expect.objectContaining({ requirement: 'account-state.interval' })]);
  });

  it('does not judge one gap alone, a stalled stream, or a kind that was subscribed twice', async () => {
    const short = [100, 100, 100, 100];
    const outcomes = await Promise.all([
      judged([100]),
      judged(short, (_, stream) => stream.subscribe('account_state')),
      judged(short, (story, stream) => {
        story.control('stream.stall');
        stream.message('account_state_event', FIGURES);
      }),
    ]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['unknown', 'unknown', 'unknown']);
  });

  it('does not judge while answers are late, too', async () => {
    const slow = await judged([20_000, 20_000, 20_000], (story, stream) => {
      const call = story.call('account');
      story.wait(2000);
      story.answer(call, 200);
      stream.message('account_state_event', FIGURES);
    });
    expect(slow.outcome).toBe('unknown');
  });
});

describe('account-state-goes-on', () => {
  /** One stream that stops after so many messages, beside another that goes on. */
  function told(
    messages: number,
    { silentMs = 12_000, tell }: { silentMs?: number; tell?: (story: Story, stopping: Stream) => void } = {},
  ): ReturnType<Story['judge']> {
    const story = new Story();
    const [stopping, going] = [story.stream(), story.stream()];
    for (const stream of [stopping, going]) stream.subscribe('account_state');
    for (let n = 0; n < messages; n += 1) {
      story.wait(2000);
      for (const stream of [stopping, going]) stream.message('account_state_event', FIGURES);
    }
    tell?.(story, stopping);
    for (let passedMs = 0; passedMs < silentMs; passedMs += 2000) {
      story.wait(2000);
      going.message('account_state_event', FIGURES);
    }
    stopping.close();
    return story.judge('account-state-goes-on');
  }

  it('finds a stream that stops while another goes on, after however many messages', async () => {
    for (const messages of [3, 5, 30]) {
      const { findings } = await told(messages);
      expect(findings).toEqual([expect.objectContaining({ requirement: 'account-state.periodic' })]);
    }
  });

  it('accepts one that is closed within three intervals of its last message', async () => {
    await expect(told(5, { silentMs: 4000 })).resolves.toMatchObject({ outcome: 'ok', judged: 2 });
  });

  it.each<[string, (story: Story, stopping: Stream) => void]>([
    ['was unsubscribed', (_, stopping) => stopping.unsubscribe('account_state')],
    ['was subscribed twice', (_, stopping) => stopping.subscribe('account_state')],
    ['was restricted', (story) => story.control('account.restrict')],
    ['was stalled', (story) => story.control('stream.stall')],
  ])('does not judge a stream that %s meanwhile', async (_, tell) => {
    const { findings } = await told(5, { tell });
    expect(findings).toEqual([]);
  });

  it('does not judge where no other stream was told so late: whoever recorded it may have stood still', async () => {
    const story = new Story();
    const stream = story.stream();
    stream.subscribe('account_state');
    for (let n = 0; n < 4; n += 1) {
      story.wait(2000);
      stream.message('account_state_event', FIGURES);
    }
    story.wait(60_000);
    stream.close();
    await expect(story.judge('account-state-goes-on')).resolves.toMatchObject({ outcome: 'unknown' });
  });
});
