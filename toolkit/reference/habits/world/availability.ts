// Availability: what is not to be had just now, how often and how many at once, and what stands before a service. The interface gives
// the answers for it (4.1: 429 and 503) and says nothing about how often they come.
import type { GatewayAnswer, GatewayRequest } from '../../http/gateway.js';
import { among, type Cost, type Habit } from '../algebra/index.js';

const availability = among('availability', '4.1', []);
const quota = among('quota', '8', ['quota-values']);
const streams = among('streams-per-account', '4.5', ['ws-details']);
const streamsInAll = among('streams-in-all', '4.5', ['ws-details']);
const openedAccounts = among('opened-accounts', '1', []);
const refusal = among('handshake-refusal-form', '4.5', ['handshake-refusal']);
const firewall = among('firewall', '4', []);
const lock = among('lock-out', '5.3', []);

const UNAVAILABLE: GatewayAnswer = { status: 503 };
const BURST_EVERY_MS = 4_000;
const BURST_MS = 1_000;

/** One request in so many, handshakes included. */
function everySo(many: number, answer: GatewayAnswer): () => { before: () => GatewayAnswer | undefined } {
  return () => {
    let count = 0;
    return {
      before: () => {
        count += 1;
        return count % many === 0 ? answer : undefined;
      },
    };
  };
}

const NO_CODE: readonly Cost[] = [
  'auth.*-code/*handshake',
  'auth.key-*-scope/*handshake',
  'auth.error-code-numeric/handshake',
].map((checks) => ({ checks, verdict: 'inconclusive', because: 'carries no code' }));

/** A query that was changed after signing looks odd to some firewalls. */
const ODD_QUERY: readonly Cost[] = [
  { checks: 'auth.query-signed/*', verdict: 'inconclusive', because: 'as by a firewall' },
];

/** What takes several streams of one account. */
const ONE_STREAM: readonly Cost[] = [
  { checks: '*', verdict: 'inconclusive', because: 'the target allows one stream per account' },
  { checks: 'domain.events-lead-to-snapshot/*', verdict: 'inconclusive', because: 'nothing that could be judged' },
  {
    checks: 'domain.events-lead-to-snapshot/*',
    verdict: 'not-applicable',
    because: 'nothing that this checker could judge',
  },
];

const LOCKED_AFTER = 50;
const LOCK_MS = 1_000;

/** A second of refusals after so many bad signatures. */
function locking(answer: GatewayAnswer): () => {
  before: () => GatewayAnswer | undefined;
  after: <Said extends { readonly status: number }>(said: Said) => Said;
} {
  return () => {
    let bad = 0;
    let untilMs = 0;
    return {
      before: () => (performance.now() < untilMs ? answer : undefined),
      after: (said) => {
        bad += said.status === 401 && performance.now() >= untilMs ? 1 : 0;
        if (bad >= LOCKED_AFTER) {
          bad = 0;
          untilMs = performance.now() + LOCK_MS;
        }
        return said;
      },
    };
  };
}

const ODD = /[\s'"<>\\;]|\.\.|[^\x20-\x7e]|%(?!2F|20|3A|2B|3D|25|40)/i;
const LONGEST_TARGET = 1_000;

function blocking(status: number): () => { before: (request: GatewayRequest) => GatewayAnswer | undefined } {
  const page = { status, body: '<html><body>Request blocked</body></html>' };
  return () => ({
    before: ({ raw: { target, headers } }) => {
      const isOdd = ODD.test(target) || target.length > LONGEST_TARGET;
      return isOdd || headers.some(([, value]) => /[^\x20-\x7e]/.test(value)) ? page : undefined;
    },
  });
}

/** The lock falls on a handshake, whose refusal then names nothing. */
const UNNAMED_HANDSHAKES: readonly Cost[] = [
  { checks: 'auth.*handshake*', verdict: 'inconclusive', because: 'the refusal of the handshake carries no code' },
];

export const availabilityHabits: readonly Habit[] = [
  availability('one-503-in-sixty', {
    summary: 'One request in sixty, of any kind, is answered with a bare 503.',
    alone: true,
    gateway: everySo(60, UNAVAILABLE),
  }),
  availability('one-503-in-sixty-retry-after', {
    summary: 'One request in sixty is answered with 503 and Retry-After.',
    alone: true,
    gateway: everySo(60, { ...UNAVAILABLE, headers: ['Retry-After', '1'] }),
  }),
  availability('one-request-in-eighty-cut', {
    summary: 'The connection of one request in eighty, of any kind, ends before the service has seen it.',
    alone: true,
    gateway: everySo(80, { status: 0, isCut: true }),
  }),
  availability('bursts-of-503', {
    summary: 'A second in four everything is answered with 503.',
    alone: true,
    gateway: () => ({ before: () => (performance.now() % BURST_EVERY_MS < BURST_MS ? UNAVAILABLE : undefined) }),
  }),
  quota('quota-of-twenty-per-second', {
    summary: 'An account has twenty requests of each kind in a second.',
    alone: true,
    settings: { quotas: { default: { limit: 20, windowMs: 1_000 } } },
  }),
  quota('one-quota-for-all-trading', {
    summary: 'Placements, openings, closes and cancellations are counted together in one quota.',
    settings: { oneQuotaForTrading: true },
  }),
  streams('three-streams-per-account', {
    summary: 'An account has three streams at most; a fourth is refused.',
    alone: true,
    settings: { connectionsPerAccount: 3 },
    behaviour: { streamBeyond: 'refused' },
  }),
  streams('five-streams-per-account', {
    summary: 'An account has five streams; a sixth ends the oldest.',
    alone: true,
    settings: { connectionsPerAccount: 5 },
    behaviour: { streamBeyond: 'oldest-ends' },
  }),
  streams('ten-streams-per-account', {
    summary: 'An account has ten streams; an eleventh is refused.',
    alone: true,
    settings: { connectionsPerAccount: 10 },
    behaviour: { streamBeyond: 'refused' },
  }),
  streamsInAll('twenty-streams-in-all', {
    summary: 'Twenty streams may be open at once, of all accounts together, and the profile says so.',
    // Beside slow ways it would make the suite wait for minutes.
    alone: true,
    settings: { connectionsInAll: 20 },
    profile: (profile) => ({ ...profile, limits: { ...profile.limits, connections: 20 } }),
  }),
  streamsInAll('eight-streams-in-all', {
    summary: 'Eight streams may be open at once, of all accounts together, and the profile says so.',
    alone: true,
    settings: { connectionsInAll: 8 },
    profile: (profile) => ({ ...profile, limits: { ...profile.limits, connections: 8 } }),
  }),
  streamsInAll('twelve-streams-in-all-unsaid', {
    summary: 'Twelve streams may be open at once, of all accounts together, and the profile says nothing of it.',
    alone: true,
    settings: { connectionsInAll: 12 },
    profile: (profile) => ({ ...profile, limits: { ...profile.limits, connections: 20 } }),
    costs: [{ checks: '*', verdict: 'inconclusive', because: 'was refused: 429' }],
  }),
  openedAccounts('accounts-of-the-pool-alone', {
    summary: 'The suite has the accounts that the profile names, and opens no others.',
    alone: true,
    profile: ({ control: { 'account.create': _, ...control } = {}, ...profile }) => ({ ...profile, control }),
  }),
  streams('newest-stream-wins', {
    summary: 'An account has one stream; a newer one ends it.',
    settings: { connectionsPerAccount: 1 },
    behaviour: { streamBeyond: 'oldest-ends' },
    costs: ONE_STREAM,
    alone: true,
  }),
  streams('one-stream-per-account', {
    summary: 'An account has one stream; a second is refused.',
    settings: { connectionsPerAccount: 1 },
    behaviour: { streamBeyond: 'refused' },
    costs: ONE_STREAM,
    alone: true,
  }),
  refusal('handshake-refused-without-body', {
    summary: 'A refused handshake has a status and nothing else.',
    gateway: () => ({
      after: (said, { isHandshake }) =>
        isHandshake && said.status >= 400 ? { ...said, headers: ['Content-Length', '0'], body: '' } : said,
    }),
    costs: NO_CODE,
  }),
  refusal('handshake-closed-1008', {
    summary: 'A stream that is refused is opened and closed at once with 1008.',
    gateway: () => ({ closesRefused: () => 1008 }),
    costs: NO_CODE,
  }),
  firewall('firewall-403', {
    summary: 'A firewall answers odd paths and bytes with a page and 403.',
    gateway: blocking(403),
    costs: ODD_QUERY,
  }),
  firewall('firewall-404', {
    summary: 'A firewall answers odd paths and bytes with a page and 404.',
    gateway: blocking(404),
    costs: ODD_QUERY,
  }),
  firewall('firewall-400', {
    summary: 'A firewall answers odd paths and bytes with a page and 400.',
    gateway: blocking(400),
    costs: ODD_QUERY,
  }),
  lock('locked-out-with-401', {
    summary: 'Fifty bad signatures lock everybody out for a second, with a bare 401.',
    alone: true,
    gateway: locking({ status: 401 }),
    costs: UNNAMED_HANDSHAKES,
  }),
  lock('locked-out-with-403', {
    summary: 'Fifty bad signatures lock everybody out for a second, with a bare 403.',
    alone: true,
    gateway: locking({ status: 403 }),
    costs: UNNAMED_HANDSHAKES,
  }),
];
