// The two mutating calls that the interface shows, as data, so that one battery of key checks judges both (interface 4.2, 5.3, 8).

import type { RequestName, RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import type { RequirementId } from '../../../toolkit/requirements/requirement-id.js';
import type { Needs } from '../../runner/check.js';
import type { Account, Placed, SendOptions, Submission } from '../../runner/context.js';

export interface Call {
  readonly word: 'order' | 'opening';
  readonly request: Extract<RequestName, 'placeOrder' | 'openPosition'>;
  readonly needs: Needs;
  /** Requirements of this call, by what they state. */
  readonly requirements: {
    readonly keyRequired: RequirementId;
    readonly grammar: (of: RequirementId) => RequirementId;
    readonly sameOperation: RequirementId;
    readonly notExecuted: RequirementId;
    readonly conflict: RequirementId;
    readonly conflictRace: RequirementId;
  };
  /** A request that is valid and, placed twice, would show twice. */
  params(account: Account): Promise<RequestParams>;
  submit(account: Account, params: RequestParams, options?: SendOptions): Promise<Submission>;
  /** Set-up: such a request, undecided unless the target acknowledges it. */
  place(account: Account, params?: RequestParams): Promise<Placed>;
  /** What `countFrom(...).expect` must find after `times` executions. */
  effect(
    params: RequestParams,
    times: number,
  ): { readonly orders?: number; readonly openings?: number; readonly volume?: string };
}

export const ORDER: Call = {
  word: 'order',
  request: 'placeOrder',
  needs: {},
  requirements: {
    keyRequired: 'idempotency.key-required',
    grammar: (of) => of,
    sameOperation: 'idempotency.duplicate-same-operation',
    notExecuted: 'idempotency.duplicate-not-executed',
    conflict: 'idempotency.conflict-any-member',
    conflictRace: 'idempotency.conflict-one-winner',
  },
  params: (account) => account.order(),
  submit: (account, params, options) => account.submit(params, options),
  place: (account, params) => account.place(params),
  effect: (_params, times) => ({ orders: times }),
};

export const OPENING: Call = {
  word: 'opening',
  request: 'openPosition',
  needs: { claims: ['positions'] },
  requirements: {
    keyRequired: 'positions.idempotency-key-required',
    grammar: () => 'positions.idempotency-key-grammar',
    sameOperation: 'positions.duplicate-same-operation',
    notExecuted: 'positions.duplicate-not-executed',
    conflict: 'positions.conflict-refused',
    conflictRace: 'positions.conflict-refused',
  },
  params: async (account) => openingOf(await account.order()),
  submit: (account, params, options) => account.submit(params, { ...options, request: 'openPosition' }),
  place: async (account, params) =>
    account.place(params ?? openingOf(await account.order()), { request: 'openPosition' }),
  effect: (params, times) => ({ openings: times, volume: String(params.volume) }),
};

/** Those parameters of an order that an opening has too. */
export function openingOf({ accountId, instrument, side, volume }: RequestParams): RequestParams {
  return {
    accountId,
    ...(instrument && { instrument }),
    ...(side && { side }),
    ...(volume !== undefined && { volume }),
  };
}

export const CALLS: readonly Call[] = [ORDER, OPENING];
