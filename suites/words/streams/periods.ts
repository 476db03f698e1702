// HMR periods and streams that follow them (interface 6.2), as set-up: what fails here is undecided, never failed, unless it is called
// `expect`. Periods are of the account of the check; whether a target has them on others too is open.
import type { Needs } from '../../runner/check.js';
import type { CheckContext, Events, ReceivedOf } from '../../runner/context.js';

export const HMR_EVENTS: Needs = { claims: ['hmrEvents'] };
export const READ_HMR: Needs = { ...HMR_EVENTS, shared: true, readOnly: true };
export const CHANGE_PERIODS: Needs = { ...HMR_EVENTS, control: ['hmr.upsert', 'hmr.remove'] };
/** Of checks that change a period which is there: a binding that does not name it would make another one. */
export const REVISE_PERIODS: Needs = { ...CHANGE_PERIODS, params: { 'hmr.upsert': ['period_id'] } };

export type HmrUpdate = ReceivedOf<'hmr_update'>;

export interface Period {
  readonly id: string;
  /** Asks for it again as it is, of which a target need not tell. */
  readonly touch: () => Promise<void>;
  /** To other instruments, for checks of what is told of that. Needs `REVISE_PERIODS`; undecided where another period is made instead. */
  readonly change: (instruments: readonly string[]) => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** A stream of its own, subscribed to hmr, first snapshot received. */
export async function hmr(
  t: CheckContext,
  instruments: readonly string[] = [t.account.instrument().name],
): Promise<Events & { readonly snapshot: ReceivedOf<'hmr_snapshot'> }> {
  const events = await t.account.subscribed('hmr', instruments);
  return Object.assign(events, { snapshot: await events.await('hmr_snapshot') });
}

/** A fresh ordinary period, taken away again at the end unless the check did so itself. */
export async function createdPeriod(
  t: CheckContext,
  instruments: readonly string[] = [t.account.instrument().name],
  times: PeriodTimes = {},
): Promise<Period> {
  const id = await passingPeriod(t, instruments, times);
  const account_id = t.account.id;
  const upsert = async (others: readonly string[]): Promise<string> => {
    const params = { account_id, instruments: others.join(','), period_id: id };
    const { period_id = id } = await t.control('hmr.upsert', params);
    // One that was made instead goes, too.
    if (period_id !== id) t.cleanup(() => t.control('hmr.remove', { account_id, period_id }));
    return period_id;
  };
  return {
    id,
    touch: async () => void (await upsert(instruments)),
    change: async (others) => {
      const changed = await upsert(others);
      if (changed !== id) t.inconclusive(`hmr.upsert made the period ${changed} instead of changing ${id}`);
    },
    remove: t.cleanup(() => t.control('hmr.remove', { account_id, period_id: id })),
  };
}

export type PeriodTimes = Readonly<Partial<Record<'starts_at' | 'ends_at', string>>>;

/** A period that nobody takes away, since it ends by itself. */
export async function passingPeriod(
  t: CheckContext,
  instruments: readonly string[],
  times: PeriodTimes,
): Promise<string> {
  const params = { account_id: t.account.id, instruments: instruments.join(','), ...times };
  const { period_id } = await t.control('hmr.upsert', params);
  return period_id ?? t.inconclusive('the control action hmr.upsert did not name the period; bind its result');
}

/** The update that brings the period, past or future. */
export function nextUpsert(events: Events, id: string, after = 0): Promise<HmrUpdate | undefined> {
  return events.next('hmr_update', { where: upserts(id), after });
}

/** The update that brings the period with these instruments; the last one without them where none does. */
export async function nextListing(
  events: Events,
  id: string,
  instruments: readonly string[],
  after: number,
): Promise<HmrUpdate | undefined> {
  // An update may be told more than once: the one before a change, too.
  const lists = ({ view }: HmrUpdate): boolean =>
    view.upserted?.some((one) => one.id === id && instruments.every((name) => one.instruments?.includes(name))) ===
    true;
  const found = await events.next('hmr_update', { where: lists, after });
  return found ?? events.of('hmr_update', { where: upserts(id), after }).at(-1);
}

/** The update that takes it away. */
export function nextRemoval(events: Events, id: string, after = 0): Promise<HmrUpdate | undefined> {
  return events.next('hmr_update', { where: ({ view }) => view.removedIds?.includes(id) === true, after });
}

export function upserts(id: string): (update: HmrUpdate) => boolean {
  return ({ view }) => view.upserted?.some((one) => one.id === id) === true;
}

/** The pointer to what the update shows of the period. */
export function pointerTo({ view }: HmrUpdate, id: string): string {
  return `/view/upserted/${view.upserted?.findIndex((one) => one.id === id) ?? -1}`;
}

/** A fresh period whose update has come. */
export async function announcedPeriod(
  t: CheckContext,
  events: Events,
): Promise<Period & { readonly update: HmrUpdate }> {
  const fresh = await createdPeriod(t);
  const what = `hmr_update of period ${fresh.id}`;
  return { ...fresh, update: await events.await('hmr_update', { where: upserts(fresh.id), what }) };
}

/** Judges that the update of a fresh period comes; `owing`: what owes it. */
export async function expectPeriodUpdate(
  t: CheckContext,
  events: Events,
  owing: { readonly record: number },
  instruments?: readonly string[],
): Promise<void> {
  const { id } = await createdPeriod(t, instruments);
  t.expect.arrived(await nextUpsert(events, id), `an hmr_update with period ${id}`, { evidence: [owing] });
}
