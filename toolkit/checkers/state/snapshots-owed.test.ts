// Unit tests of the checker of snapshots that subscriptions owe.
import { describe, expect, it } from 'vitest';
import { EMPTY, Story, type Stream } from '../story.test.aid.js';

const SNAPSHOTS = { transactions: 'trading_state_snapshot', hmr: 'hmr_snapshot' } as const;
type Kind = keyof typeof SNAPSHOTS;

function accepted(stream: Stream, kind: Kind): void {
  stream.subscribe(kind, kind === 'hmr' ? ['EURUSD'] : undefined);
  stream.message('command_accepted', { event: kind });
}

/** A subscription that is accepted, and a connection that goes on for longer than a snapshot may take. */
function unanswered(kind: Kind, besides: (story: Story, stream: Stream) => void = () => undefined): Story {
  const story = new Story();
  const stream = story.stream();
  accepted(stream, kind);
  besides(story, stream);
  story.wait(600);
  stream.close();
  return story;
}

describe('snapshots-owed', () => {
  it.each<Kind>(['transactions', 'hmr'])('accepts the snapshot of %s, before or after the answer', async (kind) => {
    const story = new Story();
    accepted(story.stream(), kind);
    const early = story.stream();
    early.subscribe(kind);
    early.message(SNAPSHOTS[kind], EMPTY);
    early.message('command_accepted', { event: kind });
    const late = story.stream();
    accepted(late, kind);
    story.wait(600);
    late.message(SNAPSHOTS[kind], EMPTY);
    await expect(story.judge('snapshots-owed', { eventMs: 5000 })).resolves.toMatchObject({ outcome: 'ok', judged: 2 });
  });

  it.each<Kind>(['transactions', 'hmr'])('finds a subscription to %s without its snapshot', async (kind) => {
    const { findings } = await unanswered(kind).judge('snapshots-owed');
    expect(findings).toEqual([expect.objectContaining({ requirement: `subscriptions.${kind}-snapshot` })]);
  });

  it('finds the one that is missing when transactions were given up and subscribed again', async () => {
    const story = new Story();
    const stream = story.transactions();
    stream.message('command_accepted', { event: 'transactions' });
    stream.unsubscribe('transactions');
    stream.message('command_accepted', { event: 'transactions' });
    accepted(stream, 'transactions');
    story.wait(600);
    story.stream();
    await expect(story.judge('snapshots-owed')).resolves.toMatchObject({ outcome: 'found' });
  });

  it.each<[string, (story: Story, stream: Stream) => void]>([
    ['of a kind that is subscribed already', (_, stream) => stream.message('trading_state_snapshot', EMPTY)],
    ['given up meanwhile', (_, stream) => void stream.unsubscribe('transactions')],
    ['on a connection that was sent anything', (_, stream) => void stream.sendRaw('{}')],
    ['on an account that is restricted meanwhile', (story) => void story.control('account.restrict')],
    ['on a stream that is stalled', (story) => void story.control('stream.stall')],
    ['whose answers fit no command', (_, stream) => void stream.message('command_accepted', { event: 'hmr' })],
  ])('owes none to a subscription %s', async (_, besides) => {
    const { findings } = await unanswered('transactions', besides).judge('snapshots-owed');
    expect(findings).toEqual([]);
  });

  it('owes one although results are held back', async () => {
    const story = unanswered('transactions', (held) => void held.control('operation.hold'));
    await expect(story.judge('snapshots-owed')).resolves.toMatchObject({ outcome: 'found' });
  });

  it('owes none where the command was refused, or the connection ended soon', async () => {
    const story = new Story();
    const refused = story.stream();
    refused.subscribe('hmr', ['NONE']);
    refused.message('command_refused', { event: 'hmr' });
    accepted(story.stream(), 'transactions');
    await expect(story.judge('snapshots-owed')).resolves.toMatchObject({ outcome: 'unknown' });
  });
});
