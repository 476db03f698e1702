// HMR periods and streams that follow them: the shared set-up of the checks in this folder. What fails here is undecided, never failed.
import type { Needs } from '../../runner/check.js';
import type { CheckContext, Events, Received } from '../../runner/context.js';
import { subscribed } from './subscribing.js';

export const CLAIMED: Needs = { claims: ['hmrEvents'] };
export const READ: Needs = { ...CLAIMED, shared: true, readOnly: true };
export const UPSERT: Needs = { ...CLAIMED, control: ['hmr.upsert', 'hmr.remove'] };

export type Snapshot = Extract<Received, { readonly kind: 'hmr_snapshot' }>;
export type Update = Extract<Received, { readonly kind: 'hmr_update' }>;

/** Subscribes to hmr on a stream of its own, first snapshot received. */
export async function hmr(
  t: CheckContext,
  instruments: readonly string[] = [t.account.instrument().name],
): Promise<{ readonly events: Events; readonly snapshot: Snapshot }> {
  const events = await t.account.events();
  await subscribed(t, events, 'hmr', instruments);
  const snapshot = await events.next(({ kind }) => kind === 'hmr_snapshot');
  if (snapshot?.kind !== 'hmr_snapshot') t.inconclusive(`no hmr_snapshot within ${t.timing.eventMs} ms`);
  return { events, snapshot };
}

/** A fresh ordinary period, taken away again at the end unless the check did so itself. */
export async function period(
  t: CheckContext,
  instruments: readonly string[] = [t.account.instrument().name],
  times: Readonly<Partial<Record<'starts_at' | 'ends_at', string>>> = {},
): Promise<{ readonly id: string; readonly remove: () => Promise<void> }> {
  const { period_id: id } = await t.control('hmr.upsert', {
    account_id: t.account.id,
    instruments: instruments.join(','),
    ...times,
  });
  if (id === undefined) t.inconclusive('the control action hmr.upsert did not name the period; bind its result');
  let removed = false;
  const remove = async (): Promise<void> => {
    if (removed) return;
    removed = true;
    await t.control('hmr.remove', { account_id: t.account.id, period_id: id });
  };
  t.cleanup(remove);
  return { id, remove };
}

/** The update that brings the period. */
export function upsertOf(events: Events, id: string, after = 0): Promise<Received | undefined> {
  return events.next(
    (message) => message.kind === 'hmr_update' && (message.view.upserted ?? []).some((one) => one.id === id),
    { after },
  );
}

/** Creates a period and waits for its update. */
export async function update(
  t: CheckContext,
  events: Events,
): Promise<{ readonly id: string; readonly remove: () => Promise<void>; readonly update: Update }> {
  const { id, remove } = await period(t);
  const message = await upsertOf(events, id);
  return message?.kind === 'hmr_update'
    ? { id, remove, update: message }
    : t.inconclusive(`no hmr_update named the period ${id}`);
}
