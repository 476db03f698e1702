import { describe, expect, it } from 'vitest';
import { Undecided } from '../../check-end.js';
import type { Received } from '../../context.js';
import { FirstSnapshots } from './first-snapshots.js';

const unknown = { kind: 'unknown', message: {}, view: {}, record: 7, atNs: 0 } as unknown as Received; // what matters of it

describe('snapshots that never come', () => {
  it('name the message that the dialect does not know', () => {
    const reason = new FirstSnapshots().missed(3, [unknown], 5000);
    expect(reason).toMatchObject({
      message: expect.stringContaining('the dialect does not know'),
      evidence: [3, 7],
      needs: ['dialect frames, messages.trading_state_snapshot'],
    });
    expect(new FirstSnapshots().missed(3, [], 5000)).toMatchObject({ evidence: [3], needs: [] });
  });

  it('are not waited for any more after a few, one after the other', () => {
    const snapshots = new FirstSnapshots();
    for (let n = 0; n < 4; n++) {
      expect(() => snapshots.expectToCome()).not.toThrow();
      snapshots.missed(3, [], 0);
    }
    expect(() => snapshots.expectToCome()).toThrow(Undecided);
  });

  it('are not waited for any more after many at the same time', () => {
    const snapshots = new FirstSnapshots();
    for (let n = 0; n < 48; n++) {
      expect(() => snapshots.expectToCome()).not.toThrow();
      snapshots.missed(3, [unknown], 5000);
    }
    expect(() => snapshots.expectToCome()).toThrow(Undecided);
  });

  it('are waited for whenever one has come', () => {
    const snapshots = new FirstSnapshots();
    snapshots.came();
    for (let n = 0; n < 60; n++) snapshots.missed(3, [], 5000);
    expect(() => snapshots.expectToCome()).not.toThrow();
  });
});
