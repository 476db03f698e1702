// What the client sent for an intent, and how repeats of it are judged (interface 5.3, rule 8; 7.1, rule 1; 8): one key, one payload,
// a signature for each, executed once.
import { plural } from '../../../toolkit/base/plural.js';
import { equals, readDecimal } from '../../../toolkit/decimal/index.js';
import type { TradingIntent } from '../../../toolkit/intents/index.js';
import type { JsonValue } from '../../../toolkit/payload/json.js';
import { canonicalJson } from '../../../toolkit/payload/same-json.js';
import type { MutatingRequest } from '../../../toolkit/profile/dialect/dialect.js';
import type { ClientRequirementId } from '../../../toolkit/requirements/requirement-id.js';
import { amongRequests, fact, type Grounds, seenSo } from './grounds.js';
import { keyOf, type SeenRequest, signedHeaderOf } from './seen.js';
import type { Stage, Task } from './stage.js';

const REQUEST: Readonly<Record<TradingIntent, MutatingRequest>> = {
  place: 'placeOrder',
  open: 'openPosition',
  close: 'closePosition',
  cancel: 'cancelOrder',
};

/** Mutations of the intent's kind since it was told; where several intents are under way, those with its own price. */
export function sentFor(stage: Stage, task: Task, others: readonly Task[] = []): readonly SeenRequest[] {
  const sent = stage.seen.since(task.toldAt).requests(REQUEST[task.operation]);
  return others.length === 0 ? sent : sent.filter((request) => priceIs(request, task));
}

function priceIs({ read }: SeenRequest, { input }: Task): boolean {
  const [sent, told] = [read.params['price'], 'price' in input ? input.price : undefined].map(decimalOf);
  return sent !== undefined && told !== undefined && equals(sent, told);
}

function decimalOf(value: JsonValue | undefined): ReturnType<typeof readDecimal> {
  return typeof value === 'string' || typeof value === 'number' ? readDecimal(String(value)) : undefined;
}

/** Repeats are repeats: the same key and payload, each freshly signed, and in the end one operation. */
export function expectRepeats(stage: Stage, sent: readonly SeenRequest[]): void {
  const keys = new Set(sent.map(keyOf));
  stage.expect.that(keys.size <= 1, {
    grounds: amongThem(stage, sent, { alike: ['/key'] }),
    requirement: 'idempotency.client-same-key',
    expected: 'one idempotency key for all that is sent for one intent',
    actual: `${keys.size} keys in ${sent.length} requests: ${[...keys].join(', ')}`,
    evidence: [...sent].reverse(),
  });
  const payloads = new Set(sent.map(payloadOf));
  stage.expect.that(payloads.size <= 1, {
    grounds: amongThem(stage, sent, { alike: ['/body'] }),
    requirement: 'idempotency.client-same-payload',
    expected: 'the same payload with the same idempotency key',
    actual: `${payloads.size} payloads: ${[...payloads].join(' and ')}`,
    evidence: [...sent].reverse(),
  });
  expectFresh(stage, sent);
}

/** Of all requests that these are among. */
function amongThem(stage: Stage, sent: readonly SeenRequest[], found: Parameters<typeof amongRequests>[3]): Grounds {
  return amongRequests(stage.seen, sent, [...new Set(sent.map(({ read }) => read.request))], found);
}

/** A repeat that is sent after the first was cut is signed in another millisecond, so that its signature is another one. */
export function expectFresh(stage: Stage, sent: readonly SeenRequest[]): void {
  const signatures = sent.map((request) => signedHeaderOf(request, 'signature'));
  stage.expect.that(new Set(signatures).size === signatures.length, {
    grounds: amongThem(stage, sent, { unlike: '/headers/svc-sign' }),
    requirement: 'auth.client-fresh-signature',
    expected: 'a signature of its own for each request',
    actual: `${signatures.length} requests with ${new Set(signatures).size} signatures`,
    evidence: [...sent].reverse(),
  });
}

/** Nothing that the client did made the service carry it out more than once. */
export function expectExecuted(stage: Stage, most: number, sent: readonly SeenRequest[]): void {
  const executed = stage.inside().operations.length;
  stage.expect.that(executed <= most, {
    grounds: seenSo(stage.noteInside({ operations: executed }), fact('/inside/operations', 'atMost', most)),
    requirement: 'idempotency.client-same-key',
    expected: `at most ${plural(most, 'operation')} in the service`,
    actual: `${executed}`,
    evidence: [...sent].reverse(),
  });
}

export const BOUND = 20;

/** Repeating without end helps nobody; where the bound lies is the client's own choice. */
export function expectBounded(
  stage: Stage,
  sent: readonly SeenRequest[],
  requirement: ClientRequirementId = 'idempotency.client-retry-ends',
): void {
  stage.expect.that(sent.length <= BOUND, {
    grounds: amongThem(stage, sent, { most: BOUND }),
    requirement,
    level: 'should',
    expected: `at most ${BOUND} requests for one intent`,
    actual: `${sent.length}`,
    evidence: sent.slice(-1),
  });
}

function payloadOf({ body }: SeenRequest): string {
  const text = Buffer.from(body).toString('utf8');
  try {
    return canonicalJson(JSON.parse(text));
  } catch {
    return text;
  }
}
