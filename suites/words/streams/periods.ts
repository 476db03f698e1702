// HMR periods and streams that follow them: the shared set-up of the checks in this folder. What fails here is undecided, never failed.
import type { Needs } from '../../runner/check.js';
import type { CheckContext, Events, ReceivedOf } from '../../runner/context.js';

export const CLAIMED: Needs = { claims: ['hmrEvents'] };
export const READ: Needs = { ...CLAIMED, shared: true, readOnly: true };
export const UPSERT: Needs = { ...CLAIMED, control: ['hmr.upsert', 'hmr.remove'] };

/** Subscribes to hmr on a stream of its own, first snapshot received. */
export async function hmr(
  t: CheckContext,
  instruments: readonly string[] = [t.account.instrument().name],
): Promise<{ readonly events: Events; readonly snapshot: ReceivedOf<'hmr_snapshot'> }> {
  const events = await t.account.subscribed('hmr', instruments);
  return { events, snapshot: await events.await('hmr_snapshot') };
}

/** A fresh ordinary period, taken away again at the end unless the check did so itself. */
export async function period(
  t: CheckContext,
  instruments: readonly string[] = [t.account.instrument().name],
  times: Readonly<Partial<Record<'starts_at' | 'ends_at', string>>> = {},
): Promise<{ readonly id: string; readonly remove: () => Promise<void> }> {
  const params = { account_id: t.account.id, instruments: instruments.join(','), ...times };
  const { period_id: id } = await t.control('hmr.upsert', params);
  if (id === undefined) t.inconclusive('the control action hmr.upsert did not name the period; bind its result');
  return { id, remove: t.cleanup(() => t.control('hmr.remove', { account_id: t.account.id, period_id: id })) };
}

/** Updates that bring the period. */
export function upserts(id: string): (update: ReceivedOf<'hmr_update'>) => boolean {
  return ({ view }) => view.upserted?.some((one) => one.id === id) === true;
}

/** Updates that take the period away. */
export function removes(id: string): (update: ReceivedOf<'hmr_update'>) => boolean {
  return ({ view }) => view.removedIds?.includes(id) === true;
}

/** The update that brings the period. */
export function upsertOf(events: Events, id: string, after = 0): Promise<ReceivedOf<'hmr_update'> | undefined> {
  return events.next('hmr_update', { where: upserts(id), after });
}

/** Creates a period and waits for its update. */
export async function update(
  t: CheckContext,
  events: Events,
): Promise<{ readonly id: string; readonly remove: () => Promise<void>; readonly update: ReceivedOf<'hmr_update'> }> {
  const { id, remove } = await period(t);
  return {
    id,
    remove,
    update: await events.await('hmr_update', { where: upserts(id), what: `hmr_update of period ${id}` }),
  };
}
