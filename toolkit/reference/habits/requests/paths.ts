// Legal paths: where the requests lie that the interface does not show, which of them there are, the path of the base address,
// and what a path may escape; and where the service is described (interface 4, 5.2, 5.3, rule 4; 7.2).
import type { JsonValue } from '../../../payload/json.js';
import type { Claim, Profile } from '../../../profile/profile.js';
import type { Operation } from '../../domain.js';
import { alsoWhere, instead } from '../../faults/algebra/edits.js';
import type { Edits } from '../../faults/algebra/index.js';
import type { Gateway } from '../../http/gateway.js';
import { pathOf } from '../../http/raw-request.js';
import type { Speech, SpeechRoute } from '../../speech/speech.js';
import { among, type Habit, stating } from '../algebra/index.js';

const snapshot = among('snapshot-path', '4', ['snapshot-path']);
const history = among('history-paths', '4', ['history-paths']);
const closing = among('closing-call', '4', ['close-modify-cancel']);
const cancelling = among('cancelling-call', '4', ['close-modify-cancel']);
const base = among('base-path', '5.2', ['base-path']);
const escapes = among('escaped-paths', '5.3', ['percent-encoding']);
const description = among('description', '7.2', ['description-source']);

const PREFIX = '/gateway/trade-api';

export const pathHabits: readonly Habit[] = [
  snapshot('snapshot-elsewhere', {
    summary: 'The trading snapshot lies under a path of its own.',
    speech: lying({ snapshot: '/v1/books/:accountId/open' }),
    stated: stating({ requests: { snapshot: { path: '/v1/books/{account_id}/open' } } }),
  }),
  snapshot('snapshot-resource-absent', {
    summary: 'There is no trading snapshot but that of the stream.',
    speech: withoutRoutes('snapshot'),
    stated: stating({ requests: { snapshot: null } }),
    profile: unclaimed('snapshotResource'),
    costs: [{ checks: '*', verdict: 'not-applicable', because: 'does not claim' }],
  }),
  history('history-elsewhere', {
    summary: 'Closed orders and deals lie under paths of their own.',
    speech: lying({ orderHistory: '/v1/past/:accountId/o', dealHistory: '/v1/past/:accountId/d' }),
    stated: stating({
      requests: {
        orderHistory: { path: '/v1/past/{account_id}/o' },
        dealHistory: { path: '/v1/past/{account_id}/d' },
      },
    }),
  }),
  history('history-absent', {
    summary: 'Trading history is not offered over the interface that the profile describes.',
    speech: withoutRoutes('orderHistory', 'dealHistory'),
    stated: stating({ requests: { orderHistory: null, dealHistory: null } }),
    profile: unclaimed('orderHistory', 'dealHistory'),
    costs: [{ checks: '*', verdict: 'not-applicable', because: 'does not claim' }],
    alone: true,
  }),
  closing('no-closing-call', {
    summary: 'No call closes a position; the operator does.',
    speech: withoutRoutes('closePosition'),
    stated: stating({ requests: { closePosition: null } }),
    costs: [
      { checks: '*', verdict: 'not-applicable', because: 'closed by control position.close alone' },
      { checks: '*', verdict: 'inconclusive', because: 'needs dialect request closePosition' },
    ],
  }),
  closing('closing-by-put', {
    summary: 'A position is closed by a PUT.',
    speech: asking('closePosition', 'PUT'),
    stated: stating({ requests: { closePosition: { method: 'PUT' } } }),
  }),
  cancelling('cancelling-by-put', {
    summary: 'An order is cancelled by a PUT.',
    speech: asking('cancelOrder', 'PUT'),
    stated: stating({ requests: { cancelOrder: { method: 'PUT' } } }),
  }),
  cancelling('no-cancelling-call', {
    summary: 'No call cancels an order.',
    speech: withoutRoutes('cancelOrder'),
    stated: stating({ requests: { cancelOrder: null } }),
    profile: unclaimed('cancelOrder'),
    costs: [{ checks: '*', verdict: 'not-applicable', because: 'does not claim' }],
  }),
  base('base-path-signed', {
    summary: 'The base address has a path, which is signed.',
    speech: underPrefix(() => true),
    profile: (profile) => ({
      ...profile,
      baseUrl: `${profile.baseUrl}${PREFIX}`,
      streamUrl: `${profile.streamUrl}${PREFIX}`,
    }),
    stated: stating({ signBasePath: true }),
  }),
  base('base-path-unsigned', {
    summary: 'The base address has a path, which is not signed.',
    speech: underPrefix(() => true),
    rules: unprefixed(),
    profile: (profile) => ({
      ...profile,
      baseUrl: `${profile.baseUrl}${PREFIX}`,
      streamUrl: `${profile.streamUrl}${PREFIX}`,
    }),
    stated: stating({ signBasePath: false }),
  }),
  base('base-path-signed-by-requests-alone', {
    summary: 'The base address has a path, which requests sign, and handshakes sign the path that is stated for them.',
    speech: underPrefix(() => true),
    rules: { acceptsHandshakePath: unprefixed().acceptsHandshakePath },
    profile: (profile) => ({
      ...profile,
      baseUrl: `${profile.baseUrl}${PREFIX}`,
      streamUrl: `${profile.streamUrl}${PREFIX}`,
    }),
    stated: stating({ signBasePath: 'requests' }),
  }),
  base('base-path-of-requests-alone', {
    summary: 'The base address has a path, which is signed, and that of the streams has none.',
    speech: underPrefix((operation) => operation !== 'eventsStream' && operation !== 'ticksStream'),
    profile: (profile) => ({ ...profile, baseUrl: `${profile.baseUrl}${PREFIX}` }),
    stated: stating({ signBasePath: true }),
  }),
  escapes('needless-escapes-refused', {
    summary: 'A path that escapes what needs no escape is refused.',
    gateway: refusingEscapes,
  }),
  escapes('signed-paths-compared-decoded', {
    summary: 'A signed path counts as that of the request where both are the same once decoded.',
    rules: { acceptsPath: alsoWhere((signed, target) => comparable(signed) === comparable(target)) },
    costs: [{ checks: 'auth.path-matches/*', verdict: 'warning', because: 'got 20' }],
  }),
  description('description-unpublished', {
    summary: 'The service publishes no description.',
    profile: ({ openapi: _, ...profile }) => profile,
    costs: [{ checks: '*', verdict: 'inconclusive', because: 'needs openapi' }],
  }),
];

type Paths = Readonly<Partial<Record<Operation, string>>>;

function routing(edit: (routes: readonly SpeechRoute[]) => readonly SpeechRoute[]): (speech: Speech) => Speech {
  return (speech) => ({ ...speech, routes: edit(speech.routes) });
}

function lying(paths: Paths): (speech: Speech) => Speech {
  return routing((routes) => routes.map((route) => ({ ...route, path: paths[route.operation] ?? route.path })));
}

function asking(operation: Operation, method: SpeechRoute['method']): (speech: Speech) => Speech {
  return routing((routes) => routes.map((route) => (route.operation === operation ? { ...route, method } : route)));
}

function withoutRoutes(...operations: readonly Operation[]): (speech: Speech) => Speech {
  return routing((routes) => routes.filter(({ operation }) => !operations.includes(operation)));
}

function underPrefix(when: (operation: Operation) => boolean): (speech: Speech) => Speech {
  return routing((routes) =>
    routes.map((route) => (when(route.operation) ? { ...route, path: `${PREFIX}${route.path}` } : route)),
  );
}

function unprefixed(): Required<Pick<Edits, 'acceptsPath' | 'acceptsHandshakePath'>> {
  const bare = (target: string): string => (target.startsWith(PREFIX) ? target.slice(PREFIX.length) : target);
  return {
    acceptsPath: instead((signed, target) => signed === bare(target)),
    acceptsHandshakePath: instead((signed, target) => signed === bare(target)),
  };
}

function unclaimed(...claims: readonly Claim[]): (profile: Profile) => Profile {
  return (profile) => ({
    ...profile,
    claims: { ...profile.claims, ...Object.fromEntries(claims.map((claim) => [claim, false])) },
  });
}

/** The path decoded, the query as it is. */
function comparable(target: JsonValue | undefined): string | undefined {
  if (typeof target !== 'string') return undefined;
  const path = pathOf(target);
  try {
    return `${decodeURIComponent(path)}${target.slice(path.length)}`;
  } catch {
    return target;
  }
}

const NEEDLESS = /%(?:2[de]|3[0-9]|[46][1-9a-f]|[57][0-9a]|5f|7e)/i; // unreserved characters of RFC 3986
const REFUSAL = JSON.stringify({
  outcome: 'error',
  error: { code: 'REQUEST_INVALID', error_message: 'REQUEST_INVALID' },
  error_message: 'REQUEST_INVALID',
});

function refusingEscapes(): Gateway {
  return {
    before: ({ raw }) =>
      NEEDLESS.test(pathOf(raw.target)) ? { status: 400, body: REFUSAL, contentType: 'application/json' } : undefined,
  };
}
