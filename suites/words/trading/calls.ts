// The two mutating calls that the interface shows, as data, so that one battery of key checks judges both (interface 4.2, 5.3, 8).

import type { RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import type { RequirementId } from '../../../toolkit/requirements/requirement-id.js';
import type { Needs } from '../../runner/check.js';
import type { Account, Placed, SendOptions, Submission } from '../../runner/context.js';

export interface Call {
  readonly word: 'order' | 'opening';
  readonly needs: Needs;
  /** Requirements of this call, by what they state. */
  readonly requirements: {
    readonly keyRequired: RequirementId;
    readonly grammar: (of: RequirementId) => RequirementId;
    readonly sameOperation: RequirementId;
    readonly notExecuted: RequirementId;
    readonly conflict: RequirementId;
  };
  /** A request that is valid and, placed twice, would show twice. */
  params(account: Account): Promise<RequestParams>;
  submit(account: Account, params: RequestParams, options?: SendOptions): Promise<Submission>;
  /** Set-up: such a request, undecided unless the target acknowledges it. */
  place(account: Account): Promise<Placed>;
  /** What `countFrom(...).expect` must find after `times` executions. */
  effect(
    params: RequestParams,
    times: number,
  ): { readonly orders?: number; readonly openings?: number; readonly volume?: string };
}

export const ORDER: Call = {
  word: 'order',
  needs: {},
  requirements: {
    keyRequired: 'idempotency.key-required',
    grammar: (of) => of,
    sameOperation: 'idempotency.duplicate-same-operation',
    notExecuted: 'idempotency.duplicate-not-executed',
    conflict: 'idempotency.conflict-refused',
  },
  params: (account) => account.order(),
  submit: (account, params, options) => account.submit(params, options),
  place: (account) => account.place(),
  effect: (_params, times) => ({ orders: times }),
};

export const OPENING: Call = {
  word: 'opening',
  needs: { claims: ['positions'] },
  requirements: {
    keyRequired: 'positions.idempotency-key-required',
    grammar: () => 'positions.idempotency-key-grammar',
    sameOperation: 'positions.duplicate-same-operation',
    notExecuted: 'positions.duplicate-not-executed',
    conflict: 'positions.conflict-refused',
  },
  params: openingParams,
  submit: (account, params, options) => account.submit(params, { ...options, request: 'openPosition' }),
  place: async (account) => account.place(await openingParams(account), { request: 'openPosition' }),
  effect: (params, times) => ({ openings: times, volume: String(params.volume) }),
};

/** Those of an order that an opening has too. */
async function openingParams(account: Account): Promise<RequestParams> {
  const { accountId, instrument, side, volume } = await account.order();
  return {
    accountId,
    ...(instrument && { instrument }),
    ...(side && { side }),
    ...(volume !== undefined && { volume }),
  };
}

export const CALLS: readonly Call[] = [ORDER, OPENING];
