import { expect, it } from 'vitest';
import { SendBuffers } from './send-buffers.js';

it('bounds what waits on all streams together, and counts anew before it refuses', () => {
  const all = new SendBuffers(100);
  const slow = { waitingBytes: 0 };
  const quick = { waitingBytes: 0 };
  expect(all.hasRoom(slow, 60)).toBe(true);
  slow.waitingBytes = 60;
  expect(all.hasRoom(quick, 41)).toBe(false);
  slow.waitingBytes = 10;
  expect(all.hasRoom(quick, 41)).toBe(true);
  quick.waitingBytes = 41;
  all.forget(quick);
  expect(all.hasRoom(slow, 90)).toBe(true);
});
