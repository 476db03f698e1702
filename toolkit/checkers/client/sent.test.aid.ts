// Requests as a client under observation sends them, and what the checkers of clients find in a story of them.
import type { JsonObject, JsonValue } from '../../payload/json.js';
import type { ClientRequirementId } from '../../requirements/requirement-id.js';
import { createSigner, PrivateKey, type SignedRequest, signRequest } from '../../signing/index.js';
import { judgeRecords } from '../check-journal.js';
import type { CheckerResult, CheckerSettings } from '../checker.js';
import type { Story } from '../story.test.aid.js';
import { CLIENT_CHECKERS } from './client-checkers.js';

const SIGNER = createSigner(new PrivateKey(new Uint8Array(32).fill(7)));
const ORDERS = '/v1/trading/accounts/A/orders';
export const LIMITS = '/v1/configuration/accounts/A/limits';
export const STREAM = '/v1/server-events/accounts/A/ws/events';
export const ORDER = { type: 'limit', volume: '0.10', price: '1.05000' };

/** The clock of the client: each request is signed a millisecond after the one before it. */
let nowMs = 1_800_000_000_000;

export function inMs(ms: number): number {
  return nowMs + ms;
}

export interface Wish {
  readonly request: string;
  readonly method?: string;
  readonly path: string;
  readonly key?: string;
  readonly body?: string;
  readonly params?: JsonObject;
  readonly type?: string;
  readonly conn?: string;
  /** What is changed of what was signed. */
  readonly signed?: Partial<{ path: string; method: string; body: string; timestampMs: number }>;
  readonly headers?: (headers: SignedRequest['headers']) => SignedRequest['headers'];
  readonly signature?: JsonValue;
}

/** A request as a client under observation sends it. */
export function sent(story: Story, { request, method = 'GET', path, key = '', body, ...wish }: Wish): number {
  nowMs += 1;
  const { signed = {}, headers = (all) => all, params, signature, conn = 'http' } = wish;
  const text = signed.body ?? body;
  const made = signRequest(SIGNER, {
    apiKey: 'main',
    idempotencyKey: key,
    timestampMs: signed.timestampMs ?? nowMs,
    method: signed.method ?? method,
    path: signed.path ?? path,
    ...(text !== undefined && { body: Buffer.from(text) }),
  });
  const type = body === undefined ? [] : ([['Content-Type', wish.type ?? 'application/json; charset=utf-8']] as const);
  return story.tell({
    kind: 'invoke',
    actor: 'client',
    conn,
    account: 'A',
    client_request_id: key === '' ? null : key,
    raw: body ?? null,
    parsed: {
      request,
      method,
      path,
      headers: [...headers(made.headers), ...type].map(([name, value]) => [name, value]),
      ...(params && { params }),
      ...(signature !== undefined && { signature }),
    },
  });
}

export function placed(story: Story, key: string, over: Partial<Wish> = {}): number {
  const body = JSON.stringify(ORDER);
  return sent(story, { request: 'placeOrder', method: 'POST', path: ORDERS, key, body, params: ORDER, ...over });
}

export function read(story: Story, over: Partial<Wish> = {}): number {
  return sent(story, { request: 'limits', path: LIMITS, ...over });
}

export async function judged(
  story: Story,
  settings: CheckerSettings = {},
): Promise<readonly CheckerResult<ClientRequirementId>[]> {
  return judgeRecords(story.records, CLIENT_CHECKERS, settings);
}

export async function foundIn(story: Story): Promise<readonly string[]> {
  const results = await judged(story);
  return results.flatMap(({ findings }) =>
    findings.map(({ requirement, level }) => (level === undefined ? requirement : `${requirement} (${level})`)),
  );
}
