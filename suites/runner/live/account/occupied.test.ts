import { describe, expect, it } from 'vitest';
import { type Beginning, beginsOccupied } from './occupied.js';
import { PLAIN_ORDER } from './usual-order.js';

interface Situation {
  readonly id?: Beginning['spec']['id'];
  readonly effort?: Beginning['target']['effort'];
  readonly requests?: readonly string[];
  readonly positions?: boolean;
  readonly isOccupied?: boolean;
}

function begins(situation: Situation): boolean {
  const { id = 'transactions.close-deal/in-the-event', effort = 'standard', positions = true } = situation;
  const { requests = ['cancelOrder', 'closePosition'], isOccupied = true } = situation;
  return beginsOccupied({
    spec: { id },
    target: {
      effort,
      profile: { claims: { positions, cancelOrder: true, closePosition: true } },
      dialect: { has: (name) => requests.includes(name) },
      control: { has: () => false },
    },
    usual: () => ({ ...PLAIN_ORDER, isOccupied }),
  });
}

describe('a check begins beside something open', () => {
  it('where its draw says so, and the run can take away again what it opens', () => {
    expect(begins({})).toBe(true);
    expect(begins({ isOccupied: false })).toBe(false);
    expect(begins({ requests: ['cancelOrder'] })).toBe(false);
    expect(begins({ requests: ['closePosition'] })).toBe(false);
    expect(begins({ positions: false })).toBe(false);
  });

  it('not at effort quick, nor where it is about no account', () => {
    expect(begins({ effort: 'quick' })).toBe(false);
    expect(begins({ id: 'auth.body-hash-matches/empty-body' })).toBe(false);
  });
});
