// The body of a placement as text, for checks that write it otherwise (interface 4.1); and JSON as a client may spell it as well.
import type { RequestParams } from '../../../toolkit/profile/dialect/dialect.js';
import type { Account, CheckContext } from '../../runner/context.js';

/** As the dialect writes it; undecided where it writes none. */
export function placementBody(t: CheckContext, params: RequestParams, account: Account = t.account): string {
  const { body } = account.spec('placeOrder', params);
  return typeof body === 'string' ? body : t.inconclusive('the dialect writes no body for a placement');
}

/** The same JSON with the members of every object the other way round. */
export function membersReversed(text: string): string {
  return JSON.stringify(reversed(JSON.parse(text)));
}

function reversed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, reversed(member)] as const);
  return Object.fromEntries(members.reverse());
}
