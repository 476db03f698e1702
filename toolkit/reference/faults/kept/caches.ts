// Faults of what a service keeps under too short a name, or for too long: the next who asks is given what another was told, or what was
// true before (interface 1; 2.4; 3; 4; 5.2; 5.3, rule 9; 6).
import type { AccountState, TradingState } from '../../domain.js';
import type { RequestContext } from '../../rules/context.js';
import { alsoWhere, amended } from '../algebra/edits.js';
import { type Change, type Fault, violating } from '../algebra/index.js';
import { keptBy, sharing } from '../algebra/memory.js';

const KEPT_MS = 1500;

export const cacheFaults: readonly Fault[] = [
  violating('4.1', ['orders.volume-above-maximum', 'orders.volume-below-minimum', 'orders.volume-off-step'])(
    'conditions-validated-as-first-read',
    {
      summary: 'Orders are validated by the conditions that an instrument had at first, whoever asks.',
      needs: 'instrument.update',
      resolved: keptBy((_conditions, own, _platform, surface) =>
        surface === 'validation' ? own.instrument : undefined,
      ),
    },
  ),
  violating('1', ['operations.agrees-with-event', 'domain.result-in-status'])('status-kept-as-first-read', {
    summary: 'Operation status goes on showing what it showed to the first who read it.',
    shownStatus: keptBy((_status, _shown, _ageMs, { operationId }) => operationId),
  }),
  violating('4.4', ['history.own-account', 'history.deals', 'history.closed-orders'])(
    'history-page-kept-by-its-length',
    {
      summary: 'A page of history is that of whoever read as many rows of the collection before.',
      ordered: (honest) => {
        const kept = new Map<string, readonly unknown[]>();
        return (items, page) => {
          const name = `${page.collection} ${page.isFirst} ${items.length}`;
          const first = kept.get(name) ?? honest(items, page);
          kept.set(name, first);
          return first as typeof items; // Rows of the same collection.
        };
      },
    },
  ),
  violating('6.2', ['hmr.snapshot-current', 'hmr.snapshot-complete'])('hmr-snapshot-kept-by-its-connection', {
    summary: 'Every further hmr_snapshot of a connection is the first one again.',
    needs: 'hmr.flexible',
    // Accounts are told apart by the number of their connection only, which is enough to be wrong for each.
    amendMessage: keptBy((_amended, _message, event, { ordinal }) =>
      event.kind === 'hmr_snapshot' ? String(ordinal) : undefined,
    ),
  }),
  violating('1', ['domain.snapshot-resource'])('snapshot-resource-kept-for-a-while', {
    summary: `The snapshot resource shows what was read of another account, where that was read last and within ${KEPT_MS} ms.`,
    snapshotOf: (honest) => {
      let last: { readonly state: TradingState; readonly accountId: string; readonly atMs: number } | undefined;
      return (state, context) => {
        const shown = honest(state, context);
        if (context.surface !== 'resource') return shown;
        const [{ accountId }, atMs, before] = [context, performance.now(), last];
        last = { state: shown, accountId, atMs };
        const isKept = before !== undefined && before.accountId !== accountId && atMs - before.atMs < KEPT_MS;
        return isKept ? before.state : shown;
      };
    },
  }),
  ...(
    [
      ['balance', 'account.deposit'],
      ['usedMargin', undefined],
      ['equity', 'account.deposit'],
    ] as const
  ).map(([figure, needs]) =>
    violating('1', ['domain.snapshot-resource'])(`snapshot-resource-with-the-first-${figure.toLowerCase()}`, {
      summary: `The snapshot resource shows the ${figure} that it showed when it was first read for its account.`,
      ...(needs && { needs }),
      snapshotOf: (honest) => {
        const first = new Map<string, AccountState>();
        return (state, context) => {
          const shown = honest(state, context);
          if (context.surface !== 'resource') return shown;
          const kept = first.get(context.accountId) ?? shown.accountState;
          first.set(context.accountId, kept);
          return { ...shown, accountState: { ...shown.accountState, [figure]: kept[figure] } };
        };
      },
    }),
  ),
  violating('5.3', ['auth.key-read-scope', 'auth.key-stream-scope'])('scope-kept-by-account', {
    summary: 'What a key may do is remembered for its account from the first key that asks.',
    permitsScope: keptBy((_permits, _key, scope, { accountId }) => `${accountId} ${scope}`),
  }),
  violating('5.2', ['auth.path-matches'])('path-accepted-once-signed-before', {
    summary: 'A path that was signed properly once passes as the signed path of every request after it.',
    acceptsPath: (honest) => {
      const signedBefore = new Set<unknown>();
      return (signed, target, context) => {
        const matches = honest(signed, target, context);
        if (matches) signedBefore.add(signed);
        return matches || signedBefore.has(signed);
      };
    },
  }),
  violating('5', ['auth.path-matches', 'auth.path-account-protected', 'auth.query-signed'])(
    'signed-payload-verified-once',
    {
      summary: 'Signed data that was verified once is never compared with its request again.',
      change: verifiedOnce(),
    },
  ),
  violating('7.1', ['idempotency.conflict-any-member'])('fingerprint-of-the-first-bytes', {
    summary: 'Of the payload of a request the first sixty bytes alone are remembered.',
    fingerprintOf: amended(
      (_fingerprint, { target, body }) => `${target}\n${Buffer.from(body).toString('base64').slice(0, 80)}`,
    ),
  }),
  violating('8', ['idempotency.scope-account'])('long-keys-shared-between-accounts', {
    summary: 'Keys of more than forty characters are remembered without their account.',
    recordName: amended((name, { kind, idempotencyKey }) =>
      idempotencyKey.length > 40 ? `\n${kind}\n${idempotencyKey}` : name,
    ),
  }),
];

/** What was compared with its request goes by the bytes that were signed, and holds for whatever comes with them. */
function verifiedOnce(): Change {
  return sharing(
    () => ({
      verified: new Set<string>(),
      known: new WeakSet<RequestContext>(),
      signed: new WeakMap<RequestContext, string>(),
    }),
    ({ verified, known, signed }) => ({
      readPayload: amended((payload, bytes, context) => {
        const text = Buffer.from(bytes).toString('base64');
        signed.set(context, text);
        if (verified.has(text)) known.add(context);
        return payload;
      }),
      acceptsPath: alsoWhere((_signed, _target, context) => known.has(context)),
      acceptsBodyHash: (honest) => (hash, actual, context) => {
        const isAccepted = known.has(context) || honest(hash, actual, context);
        if (isAccepted) verified.add(signed.get(context) ?? '');
        return isAccepted;
      },
    }),
  );
}
