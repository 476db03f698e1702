import { expect, it } from 'vitest';
import { SendBuffers } from './send-buffers.js';

function reader(): { waitingBytes: number; isEnded: boolean; overflow(): void } {
  return {
    waitingBytes: 0,
    isEnded: false,
    overflow() {
      this.isEnded = true;
    },
  };
}

it('bounds what waits on all streams together, and counts anew before it refuses', () => {
  const all = new SendBuffers(100);
  const slow = reader();
  const quick = reader();
  expect(all.hasRoom(slow, 40)).toBe(true);
  slow.waitingBytes = 40;
  expect(all.hasRoom(quick, 61)).toBe(false);
  slow.waitingBytes = 10;
  expect(all.hasRoom(quick, 61)).toBe(true);
  quick.waitingBytes = 61;
  all.forget(quick);
  expect(all.hasRoom(slow, 90)).toBe(true);
  expect([slow.isEnded, quick.isEnded]).toEqual([false, false]);
});

it('ends the slowest reader where another one needs the room', () => {
  const all = new SendBuffers(100);
  const [slow, slower, quick] = [reader(), reader(), reader()];
  for (const [one, bytes] of [
    [slow, 40],
    [slower, 60],
  ] as const) {
    expect(all.hasRoom(one, bytes)).toBe(true);
    one.waitingBytes = bytes;
  }
  expect(all.hasRoom(quick, 10)).toBe(true);
  expect([slow.isEnded, slower.isEnded, quick.isEnded]).toEqual([false, true, false]);
});
