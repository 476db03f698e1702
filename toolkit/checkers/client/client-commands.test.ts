// Commands on a stream.
import { describe, expect, it } from 'vitest';
import { judgeRecords } from '../check-journal.js';
import { Story } from '../story.test.aid.js';
import { CLIENT_CHECKERS } from './client-checkers.js';
import { foundIn, sent } from './sent.test.aid.js';

describe('commands', () => {
  it.each<[string, readonly [string, (readonly string[])?], readonly string[]]>([
    ['ticks on the events stream', ['ticks', ['EURUSD']], ['subscriptions.client-no-ticks']],
    ['an unknown kind', ['orders'], ['subscriptions.client-known-kinds']],
    ['no kind at all', [''], ['subscriptions.client-command-members']],
    ['instruments without a list', ['instruments'], ['subscriptions.client-instruments-list']],
    ['hmr without a list', ['hmr'], ['hmr.client-explicit-list']],
    ['hmr with an empty list', ['hmr', []], ['hmr.client-explicit-list']],
    ['hmr with a wildcard', ['hmr', ['all']], ['hmr.client-explicit-list']],
  ])('finds %s', async (_, [event, instruments], expected) => {
    const story = new Story();
    const results = async (): Promise<readonly string[]> => {
      const records = story.records.filter(({ kind }) => kind !== 'invoke' && kind !== 'ok');
      const all = await judgeRecords(records, CLIENT_CHECKERS);
      return all.flatMap(({ findings }) => findings.map(({ requirement }) => requirement));
    };
    story.stream('A').subscribe(event, instruments);
    expect(await results()).toEqual(expected);
  });

  it('does not judge how the ticks stream is commanded', async () => {
    const story = new Story();
    const call = sent(story, { request: 'ticksStream', path: '/v1/server-events/accounts/A/ws/ticks', conn: 'ws-1' });
    story.answer(call, 101);
    story.tell({ kind: 'open', conn: 'ws-1', account: 'A', cause: call });
    const view = { action: 'subscribe', event: 'ticks', instruments: ['EURUSD'] };
    story.tell({ kind: 'send', conn: 'ws-1', account: 'A', parsed: { kind: 'frame', message: view, view } });
    expect(await foundIn(story)).toEqual([]);
  });
});
