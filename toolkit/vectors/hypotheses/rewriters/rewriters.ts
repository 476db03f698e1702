// All rewriters: what is told of a signer by signing as its library does.
import { HEADER } from '../../../signing/headers.js';
import type { SigningStages } from '../../../signing/signing-stages.js';
import { type Named, namedRows } from '../../../signing/slips/named.js';
import { BODY_REWRITERS } from './bodies.js';
import { ENCODERS } from './encoders.js';
import { HASH_REWRITERS } from './hashes.js';
import { PATH_REWRITERS } from './paths.js';
import type { Rewriter } from './rewriter.js';
import { VALUE_REWRITERS } from './values.js';

/** The clock read in units that lose something, in both places. */
const CLOCKS: Readonly<Record<Named, (ms: number) => number>> = {
  'cuts-milliseconds: cuts the milliseconds off the timestamp': (ms) => ms - (ms % 1000),
  'rounds-to-seconds: rounds the timestamp to whole seconds': (ms) => Math.round(ms / 1000) * 1000,
};

const inPayload = (clock: (ms: number) => number): Partial<SigningStages> => ({
  payload: (fields, { timestampMs }) => ({ ...fields, timestamp: clock(timestampMs) }),
});
const inHeader = (clock: (ms: number) => number): Partial<SigningStages> => ({
  headers: (headers, { timestampMs }) =>
    headers.map(([name, value]) => [name, name === HEADER.timestamp ? String(clock(timestampMs)) : value] as const),
});

const CLOCK_REWRITERS: readonly Rewriter[] = namedRows(CLOCKS).flatMap(([id, sentence, clock]) => [
  { id, sentence, cause: 'timestamp-whole-seconds', change: { ...inPayload(clock), ...inHeader(clock) } },
  {
    id: `${id}-in-payload`,
    sentence: `${sentence} in the payload alone`,
    cause: 'timestamp-mismatch',
    change: inPayload(clock),
  },
  {
    id: `${id}-in-header`,
    sentence: `${sentence} in SVC-TIMESTAMP alone`,
    cause: 'timestamp-mismatch',
    change: inHeader(clock),
  },
]);

export const REWRITERS: readonly Rewriter[] = [
  ...CLOCK_REWRITERS,
  ...HASH_REWRITERS,
  ...BODY_REWRITERS,
  ...ENCODERS,
  ...PATH_REWRITERS,
  ...VALUE_REWRITERS,
];
