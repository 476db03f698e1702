// What must not be proposed from what a target showed, and what must be instead.
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { proposeFromSamples } from './propose.js';
import { Samples } from './samples.js';

type Proposed = Readonly<Record<string, JsonValue>>;

function proposed(samples: Samples, stated: JsonObject = {}): Proposed {
  const { proposals } = proposeFromSamples(stated, samples);
  return Object.fromEntries(proposals.map(({ place, value }) => [place.slice(1).join('.'), value]));
}

function heard(samples: Samples, stream: 'events' | 'ticks', ...values: readonly JsonValue[]): void {
  for (const value of values)
    samples.messages.push({ stream, value, from: `the ${stream} stream`, isAfterRefusal: false });
}

describe('the identifier of a command', () => {
  function answered(answer: (id: string, seq: number) => JsonObject, commands: number): Proposed {
    const samples = new Samples();
    for (let seq = 1; seq <= commands; seq += 1) {
      heard(samples, 'events', { type: 'subscribed', event: 'hmr', ...answer(samples.commandId(), seq) });
    }
    return proposed(samples);
  }
  const place = 'messages.command_accepted.commandId';

  it('is what comes back of two commands, whatever it is called', () => {
    expect(answered((id, seq) => ({ seq, commandId: seq, yours: id }), 2)).toMatchObject({ [place]: '/yours' });
  });

  it('is no running number, and nothing that came back once', () => {
    expect(answered((_, seq) => ({ seq }), 4)).not.toHaveProperty([place]);
    expect(answered((id) => ({ ref: id }), 1)).not.toHaveProperty([place]);
  });

  it('goes before a number that lies where the default has it', () => {
    expect(answered((id, seq) => ({ id: seq, ref: id }), 3)).toMatchObject({ [place]: '/ref' });
    expect(answered((id, seq) => ({ id, seq }), 3)).not.toHaveProperty([place]);
  });
});

describe('a kind that the profile reads', () => {
  const stated = {
    frames: { split: '/pack', kind: ['/pack/k', '/k'] },
    messages: {
      transaction_event: { kind: 'transaction_event', at: '/pack' },
      trading_state_snapshot: { kind: 'trading_state_snapshot', at: '/pack' },
    },
  };
  const result = { k: 'transaction_event', status: 'success', operation_id: 'op-1', payload: {} };
  const state = { k: 'trading_state_snapshot', orders: [], positions: [], account_state: { balance: '1' } };

  function remarks(dialect: JsonObject): string {
    const samples = new Samples();
    heard(samples, 'events', { n: 1, pack: [result] }, { n: 2, pack: [state] }, { n: 3, pack: [state, result] });
    heard(samples, 'events', { k: 'hmr_snapshot', periods: [] });
    return proposeFromSamples(dialect, samples).remarks.join('\n');
  }

  it('is told by the profile, wherever else its word lies', () => {
    expect(remarks(stated)).not.toContain('nothing tells');
  });
});
