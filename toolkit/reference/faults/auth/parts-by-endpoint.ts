// Faults of single endpoints that read what is signed in a way of their own (interface 5; 5.2; 5.3, rules 5, 6 and 10): every endpoint with
// every one of them, since a service may verify in one place for all calls or in every call again.
import { isHandshake, isMutating } from '../../../profile/dialect/dialect.js';
import type { RequirementId } from '../../../requirements/requirement-id.js';
import type { Operation } from '../../domain.js';
import { alsoOn, alsoWhere } from '../algebra/edits.js';
import { type Edits, type Fault, on, violating } from '../algebra/index.js';

interface Endpoint {
  readonly operation: Operation;
  readonly slug: string;
  readonly words: string;
  readonly signed: RequirementId;
}

const ENDPOINTS: readonly Endpoint[] = (
  [
    ['account', 'account', 'reads of the account', 'auth.signed-account'],
    ['instruments', 'instruments', 'reads of the instruments', 'auth.signed-instruments'],
    ['conditions', 'conditions', 'reads of conditions', 'auth.signed-conditions'],
    ['limits', 'limits', 'reads of the limits', 'auth.signed-limits'],
    ['snapshot', 'snapshot', 'reads of the trading snapshot', 'auth.signed-snapshot'],
    ['orderHistory', 'order-history', 'reads of the history of orders', 'auth.signed-order-history'],
    ['dealHistory', 'deal-history', 'reads of the history of deals', 'auth.signed-deal-history'],
    ['operationStatus', 'operation-status', 'reads of an operation status', 'auth.signed-operation-status'],
    ['placeOrder', 'orders', 'placements', 'auth.signed-place-order'],
    ['openPosition', 'openings', 'openings', 'auth.signed-open-position'],
    ['closePosition', 'closes', 'closes', 'auth.signed-close-position'],
    ['cancelOrder', 'cancellations', 'cancellations', 'auth.signed-cancel-order'],
    ['eventsStream', 'handshakes', 'handshakes of the events stream', 'auth.signed-events-handshake'],
    ['ticksStream', 'ticks', 'handshakes of the ticks stream', 'auth.signed-ticks-handshake'],
  ] as const
).map(([operation, slug, words, signed]) => ({ operation, slug, words, signed }));

interface Defect {
  readonly id: string;
  /** What is said of an endpoint, as in "Placements take …". */
  readonly words: string;
  /** What it violates, beside what says that the endpoint is signed. */
  readonly requirements: readonly RequirementId[];
  readonly edits: (isThere: ReturnType<typeof on>) => Edits;
  readonly where?: (operation: Operation) => boolean;
  readonly level?: 'should';
}

function inAnyCase(signed: unknown, sent: string): boolean {
  return typeof signed === 'string' && signed.toLowerCase() === sent.toLowerCase();
}

const DEFECTS: readonly Defect[] = [
  {
    id: 'signature-by-any-known-key',
    words: 'take the signature of any registered key for that of the key they name',
    requirements: ['auth.foreign-key-refused'],
    edits: (isThere) => ({
      acceptsSignature: alsoWhere(
        (trial, context) => isThere(context) && trial.verifyWithAnyKey(trial.signature, trial.payload),
      ),
    }),
  },
  {
    id: 'path-in-any-case',
    words: 'compare the signed path without the case of its letters',
    requirements: ['auth.path-matches', 'auth.handshake-path-exact'],
    edits: (isThere) => ({
      acceptsPath: alsoWhere((signed, sent, context) => isThere(context) && inAnyCase(signed, sent)),
      acceptsHandshakePath: alsoWhere((signed, sent, context) => isThere(context) && inAnyCase(signed, sent)),
    }),
  },
  {
    id: 'payload-of-any-type',
    words: 'take signed members of any type',
    requirements: ['auth.timestamp-matches-payload', 'auth.sign-version-matches-payload'],
    edits: (isThere) => ({
      acceptsFieldType: alsoOn(isThere),
      supportsSignVersion: alsoWhere((signed, context) => isThere(context) && String(signed) === '1'),
    }),
  },
  {
    id: 'signed-key-uncompared',
    words: 'do not compare the signed idempotency key with its header',
    requirements: ['auth.idempotency-key-matches-payload', 'auth.read-idempotency-key-empty'],
    edits: (isThere) => ({ idempotencyKeyAgrees: alsoOn(isThere) }),
  },
  {
    id: 'key-on-reads-accepted',
    words: 'take an idempotency key in header and payload',
    requirements: ['auth.read-idempotency-key-empty'],
    edits: (isThere) => ({ acceptsReadKey: alsoOn(isThere) }),
    where: (operation) => !isMutating(operation),
    level: 'should',
  },
  {
    id: 'repeated-parameters-accepted',
    words: 'take a query parameter that stands twice',
    requirements: ['auth.duplicate-query-refused'],
    edits: (isThere) => ({ acceptsQuery: alsoOn(isThere) }),
    where: isHandshake,
  },
];

/** Closes and cancellations are calls that the interface does not show: what is judged of them are warnings. */
const UNSHOWN: readonly Operation[] = ['closePosition', 'cancelOrder'];

export const endpointPartFaults: readonly Fault[] = DEFECTS.flatMap(
  ({ id, words, requirements, edits, level, where = () => true }) =>
    ENDPOINTS.filter(({ operation }) => where(operation)).map((endpoint) =>
      violating('5', [endpoint.signed, ...requirements])(`${id}-on-${endpoint.slug}`, {
        summary: `${capital(endpoint.words)} ${words}.`,
        ...(level === undefined && !UNSHOWN.includes(endpoint.operation) ? {} : { level: 'should' }),
        ...edits(on(endpoint.operation)),
      }),
    ),
);

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
