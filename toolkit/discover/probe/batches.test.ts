import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { proposeFromSamples } from './propose.js';
import { Samples } from './samples.js';

const STATE = { balance: '10.00', equity: '10.00', used_margin: '0.00' };
const SNAPSHOT = { kind: 'NOW', open: { orders: [], positions: [] }, account_state: STATE };

function proposed(messages: readonly JsonValue[], hasFramesOfSeveral = false): Readonly<Record<string, JsonValue>> {
  const samples = new Samples();
  samples.hasFramesOfSeveral = hasFramesOfSeveral;
  for (const value of messages) {
    samples.messages.push({ stream: 'events', value, from: 'the events stream', isAfterRefusal: false });
  }
  const stated: JsonObject = { frames: { documents: null, split: null, kind: '/nowhere', at: '/nowhere' } };
  const { proposals } = proposeFromSamples(stated, samples);
  return Object.fromEntries(proposals.map(({ place, value }) => [place.slice(1).join('.'), value]));
}

describe('the probe', () => {
  it('finds the list of messages that every frame holds, and takes no counter beside it for their kind', () => {
    const batches = [
      [SNAPSHOT],
      [
        { kind: 'OK', event: 'account_state' },
        { kind: 'EQ', ...STATE },
      ],
      [{ kind: 'EQ', ...STATE }],
      [{ kind: 'HMR=', periods: [] }],
      [{ kind: 'EQ', ...STATE }],
    ];
    expect(proposed(batches.map((batch, n) => ({ n, batch })))).toMatchObject({
      'frames.split': '/batch',
      'frames.kind': '/batch/kind',
      'messages.trading_state_snapshot.kind': 'NOW',
      'messages.hmr_snapshot.kind': 'HMR=',
    });
  });

  it('reads a message that is written as a list', () => {
    const messages = [
      ['NOW', SNAPSHOT],
      ['OK', { event: 'account_state' }],
      ['EQ', STATE],
      ['EQ', STATE],
    ];
    expect(proposed(messages)).toMatchObject({
      'frames.kind': '/0',
      'messages.trading_state_snapshot.kind': 'NOW',
      'messages.account_state_event.kind': 'EQ',
    });
  });

  it('takes no lists of single messages for batches', () => {
    const periods = [{ id: '1' }];
    const messages = [SNAPSHOT, ...[1, 2, 3, 4].map((n) => ({ kind: 'HMR=', n, periods }))];
    expect(proposed(messages)).not.toHaveProperty('frames.split');
  });

  it('takes what an answer repeats of its command for no kind', () => {
    const answers = ['transactions', 'account_state', 'hmr'].map((event) => ({ '@': 'ok', event }));
    const said = proposed([{ ...SNAPSHOT, kind: 'x', '@': 'now' }, ...answers, { '@': 'eq', ...STATE }]);
    expect(said).toMatchObject({ 'frames.kind': '/@', 'messages.command_accepted.kind': 'ok' });
  });

  it('proposes what reads frames of several documents', () => {
    expect(proposed([SNAPSHOT], true)).toMatchObject({ 'frames.documents': 'several' });
    expect(proposed([SNAPSHOT])).not.toHaveProperty('frames.documents');
  });
});
