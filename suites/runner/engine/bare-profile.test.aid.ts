// A profile with the least that a run needs, for checks that are written for a test.
import { DEFAULT_DIALECT } from '../../../toolkit/profile/dialect/default-spelling.js';
import { CLAIMS, type Profile } from '../../../toolkit/profile/profile.js';

/** One account, no instrument, every claim, and nobody waits for long. */
export function bareProfile(name: string, baseUrl: string, timing: Partial<Profile['timing']> = {}): Profile {
  return {
    name,
    baseUrl,
    streamUrl: baseUrl.replace('http', 'ws'),
    environment: 'sandbox',
    keys: { main: { id: 'K', privateKey: '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60' } },
    accounts: { pool: [{ id: 'A1' }], unknown: 'X' },
    market: { instruments: [], unavailable: [], unknown: 'N' },
    claims: Object.fromEntries(CLAIMS.map((claim) => [claim, true])) as Profile['claims'], // one entry per claim
    timing: { answerMs: 1000, resultMs: 1000, eventMs: 1000, quietMs: 10, ...timing },
    limits: { requestsPerSecond: 0, orders: 1, connections: 1 },
    policy: { inconclusive: 'unreachable' },
    dialect: { spec: JSON.parse(JSON.stringify(DEFAULT_DIALECT)) },
    control: {},
  };
}
