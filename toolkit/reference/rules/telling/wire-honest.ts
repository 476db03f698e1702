// The honest form of `wire.ts`: everything goes out as it is.
import type { Frame, WireRules } from './wire.js';

export const honestWire: WireRules = {
  amendDocument: (document) => document,
  statusOf: ({ status }) => status,
  contentType: () => 'application/json; charset=utf-8',
  httpBody: (bytes) => ({ bytes }),
  frames: (text): readonly Frame[] => [{ data: text, binary: false }],
  closeCode: (reason) => (reason === 'shutdown' ? 1001 : reason === 'overflow' ? 1013 : 1008),
  onOverflow: () => 'close',
  overflows: (bufferedBytes, limitBytes) => bufferedBytes > limitBytes,
};
