// Reads and handshakes as data (interface 4): all are signed, permitted and scoped alike (interface 5; 5.3, rule 9). Mutating calls are in
// `words/trading`. The last three are named without their paths (interface 1, rule 2): a target has them where its dialect binds them.
import type { RequestName, RequestParams } from '../../toolkit/profile/dialect/dialect.js';
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';
import type { Needs } from '../runner/check.js';
import type { Account } from '../runner/context.js';
import { READ } from '../words/needs.js';
import { type Send, sendOf } from '../words/send.js';

export interface Endpoint {
  readonly slug: string;
  /** As in "refuses reading the account". */
  readonly words: string;
  /** By what it is judged that it is signed like every request. */
  readonly signed: RequirementId;
  readonly needs: Needs;
  readonly request: RequestName;
  /** Set-up: what the request names beside the account. */
  readonly params?: (account: Account) => Promise<Partial<RequestParams>>;
}

/** Those that every target has, and that need nothing prepared. */
export const EVERYWHERE: readonly Endpoint[] = [
  { slug: 'account', words: 'reading the account', signed: 'auth.signed-account', needs: READ, request: 'account' },
  {
    slug: 'instruments',
    words: 'listing the instruments',
    signed: 'auth.signed-instruments',
    needs: READ,
    request: 'instruments',
  },
  {
    slug: 'conditions',
    words: 'reading conditions',
    signed: 'auth.signed-conditions',
    needs: READ,
    request: 'conditions',
    params: async (account) => ({ instrument: account.instrument().name }),
  },
  { slug: 'limits', words: 'reading the limits', signed: 'auth.signed-limits', needs: READ, request: 'limits' },
  {
    slug: 'handshake',
    words: 'the handshake of the events stream',
    signed: 'auth.signed-events-handshake',
    needs: READ,
    request: 'eventsStream',
  },
];

export const ENDPOINTS: readonly Endpoint[] = [
  ...EVERYWHERE,
  {
    slug: 'ticks-handshake',
    words: 'the handshake of the ticks stream',
    signed: 'auth.signed-ticks-handshake',
    needs: { ...READ, claims: ['ticks'] },
    request: 'ticksStream',
  },
  {
    slug: 'operation-status',
    words: 'reading an operation status',
    signed: 'auth.signed-operation-status',
    needs: {},
    request: 'operationStatus',
    async params(account) {
      const submission = await account.place();
      // What the status shows before the operation ends is left open, a 404 included; and it may be written after the event is told.
      await account.settle(submission);
      return { operationId: submission.operationId };
    },
  },
  {
    slug: 'snapshot',
    words: 'reading the trading snapshot',
    signed: 'auth.signed-snapshot',
    needs: { ...READ, claims: ['snapshotResource'], requests: ['snapshot'] },
    request: 'snapshot',
  },
  {
    slug: 'order-history',
    words: 'reading the history of orders',
    signed: 'auth.signed-order-history',
    needs: { ...READ, claims: ['orderHistory'], requests: ['orderHistory'] },
    request: 'orderHistory',
  },
  {
    slug: 'deal-history',
    words: 'reading the history of deals',
    signed: 'auth.signed-deal-history',
    needs: { ...READ, claims: ['dealHistory'], requests: ['dealHistory'] },
    request: 'dealHistory',
  },
];

export async function sendTo(account: Account, { request, params }: Endpoint): Promise<Send> {
  return sendOf(account, request, await params?.(account));
}
