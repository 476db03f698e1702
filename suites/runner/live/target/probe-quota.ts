// Preflight of the limits read (interface 8): a quota that the target shows binds the pace of the run from the start.
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import type { QuotaView } from '../../../../toolkit/profile/dialect/views.js';
import type { HttpExchange, RequestSpec } from '../../../../toolkit/wire/exchange.js';
import { knownQuota } from '../resilience/gate.js';
import { type Probed, send } from './probed-target.js';
import { firstAccount } from './target.js';

/** A quota that the target shows is kept to from the start (interface 7.1, rule 2). */
export async function probeQuota(
  target: Probed,
  reads: Promise<readonly HttpExchange[]>,
  signal: AbortSignal,
): Promise<void> {
  if ((await reads).at(-1)?.answer === undefined) return;
  const { id: accountId } = firstAccount(target);
  const asked = quotaRequest(target, accountId);
  if (asked === undefined) return;
  const { answer } = await send(target, { name: 'limits', accountId, ...asked }, signal);
  if (answer?.body === undefined || answer.status >= 300) return;
  const quota = knownQuota(readQuota(target, answer.body));
  if (quota !== undefined) target.pace.bind('placeOrder', quota);
}

/** A dialect that fails on it fails the check that reads the limits, not the run. */
function quotaRequest({ dialect }: Probed, accountId: string): Pick<RequestSpec, 'method' | 'path'> | undefined {
  try {
    const { method, path } = dialect.request('limits', { accountId });
    return { method, path };
  } catch {
    return undefined;
  }
}

/** The same for what it reads. */
function readQuota({ dialect }: Probed, body: JsonValue): QuotaView | undefined {
  try {
    return dialect.readQuota(body);
  } catch {
    return undefined;
  }
}
