// A target as preflight probes it, and how its requests go out: bounded, and with patience for what passes.
import type { HttpExchange, RequestSpec } from '../../../../toolkit/wire/exchange.js';
import { waitedOut } from '../resilience/waiting-out.js';
import { type LiveTarget, sendContext } from './target.js';

/** A target that is not there must be reported within 10 s. */
const PATIENCE_MS = 8_000;
export type Probed = Pick<
  LiveTarget,
  | 'id'
  | 'profile'
  | 'dialect'
  | 'http'
  | 'streams'
  | 'clock'
  | 'control'
  | 'read'
  | 'journal'
  | 'pace'
  | 'hopeless'
  | 'accountStreams'
  | 'freshAccounts'
> & {
  /** Whether it is known already that one account may have as many streams as any check needs. */
  readonly hasManyStreams: boolean;
};

export function readAccount(target: Probed, accountId: string, signal: AbortSignal): Promise<HttpExchange> {
  const { method, path } = target.dialect.request('account', { accountId });
  return send(target, { name: 'account', accountId, method, path }, signal);
}

/** A connection may be cut for reasons of its own; so often in a row it is the target's. */
const CUTS = 3;

export async function send(target: Probed, spec: RequestSpec, signal: AbortSignal): Promise<HttpExchange> {
  for (let tries = 1; ; tries += 1) {
    const { exchange } = await withRetries(target, bounded(target, spec, signal), async (one) => ({
      exchange: await target.http.send(one, sendContext(target, null)),
    }));
    if (exchange.error?.code !== 'reset' || tries === CUTS) return exchange;
  }
}

export function bounded({ profile }: Probed, spec: RequestSpec, signal: AbortSignal): RequestSpec {
  return { ...spec, timeoutMs: Math.min(PATIENCE_MS, profile.timing.answerMs), signal };
}

/** What a target says that is not to be had just now is waited out here too, as far as its absence must not be reported late. */
export function withRetries<Sent extends { readonly exchange: HttpExchange }>(
  { pace, hopeless }: Probed,
  spec: RequestSpec,
  attempt: (spec: RequestSpec) => Promise<Sent>,
): Promise<Sent> {
  return waitedOut(spec, attempt, {
    pace,
    hopeless,
    signal: spec.signal ?? AbortSignal.timeout(PATIENCE_MS),
    isMeant: () => false,
    onSecondKey: () => undefined,
    offTheClock: (waiting) => waiting,
    longestMs: PATIENCE_MS,
  });
}
