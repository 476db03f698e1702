// What the figures of account_state_event are held against (interface 2.3; 6): fresh snapshots, before something happened and after it. How
// equity and margin are reckoned is the target's own, so of them only a figure is judged that the snapshots have left behind.
import { compare } from '../../../toolkit/decimal/index.js';
import type { JsonValue } from '../../../toolkit/payload/json.js';
import type { AccountStateView } from '../../../toolkit/profile/dialect/views.js';
import type { CheckContext, Events, OrderWish } from '../../runner/context.js';
import { differ, figureOf, same } from '../figures.js';
import { partedVolume } from '../trading/parted-volume.js';
import { oddQuotes, quote } from '../trading/quotes.js';
import { awaitBeat, type Beat } from './beats.js';
import { lastRecord } from './last-record.js';

type Member = keyof AccountStateView;

/** Of a cheap instrument, so many smallest volumes need some margin. */
const MORE = 20;

/** Of what floats: so few smallest volumes, and where those are worth nothing so many, or volume_max. */
const FEW = 10;
const MOST = 10_000;

export interface Figure {
  readonly value: JsonValue | undefined;
  readonly record: number;
}

/** What a fresh snapshot shows. */
export async function figureIn(t: CheckContext, member: Member): Promise<Figure> {
  const { accountState, record } = await t.account.state();
  return { value: accountState?.[member], record };
}

/** The next message. Where it still shows the old figure it may have been under way; the one after it cannot have been. */
export async function settledBeat(
  t: CheckContext,
  events: Events,
  { member, old }: { readonly member: Member; readonly old: JsonValue | undefined },
  after: number = lastRecord(events),
): Promise<Beat> {
  const first = await awaitBeat(t, events, after);
  return same(old, first.view[member]) ? awaitBeat(t, events, first.record) : first;
}

/** Judges that the messages do not keep to a figure that the snapshots have left behind. */
export async function expectNew(
  t: CheckContext,
  beat: Beat,
  member: Member,
  { before, after, words }: { readonly before: Figure; readonly after: Figure; readonly words: string },
): Promise<void> {
  const shown = beat.view[member];
  if (figureOf(shown) === undefined) t.inconclusive(`the event shows no ${member} as a decimal string`, [beat]);
  const now = await figureIn(t, member);
  if (!differ(before.value, now.value)) t.inconclusive(`${member} has gone back to what it was before`, [now]);
  t.expect.that(differ(before.value, shown), {
    expected: `${words}, as in the snapshot: ${String(now.value)}`,
    actual: `${String(shown)}, as before`,
    evidence: [beat, before, after, now],
    shown: [[beat, `/view/${member}`, 'notEquals', before.value]],
  });
}

/** Whether equity is above the balance, below it, or the same; undefined where either is no decimal string. */
export function equitySide(state: AccountStateView | undefined): number | undefined {
  const [equity, balance] = [figureOf(state?.equity), figureOf(state?.balance)];
  return equity === undefined || balance === undefined ? undefined : Math.sign(compare(equity, balance));
}

/** A position that needs margin, as snapshots show it; `volume` can be closed in two parts, of which `part` is one. */
export interface CostlyPosition {
  readonly positionId: string;
  readonly part: string;
  readonly instrument: string;
}

/** Set-up: what the smallest volume needs may round to nothing, and that of a cheap instrument twenty times over. */
export async function costlyPosition(t: CheckContext, before: Figure): Promise<CostlyPosition> {
  let after = before;
  for (const times of [2, MORE]) {
    for (const { name: instrument } of t.account.instruments) {
      const part = String((await t.account.order({ instrument })).volume);
      const volume = partedVolume(await t.account.conditions(instrument), part, times, 2);
      const { positionId } = await t.account.openPosition({ instrument, volume });
      after = await figureIn(t, 'usedMargin');
      if (differ(before.value, after.value)) return { positionId, part, instrument };
    }
  }
  if (figureOf(after.value)?.coefficient === 0n) t.notApplicable('positions use no margin here, as on a cash account');
  return t.inconclusive('the snapshots show no other used_margin after positions than before', [after]);
}

/**
 * Set-up: a position at a price that control has set. What is returned moves the market away from it. What a small one floats by may
 * round to nothing, so more is tried, up to volume_max, on one instrument after the other. Where snapshots show no float at all it is
 * the first instrument that moves.
 */
export async function openedToFloat(t: CheckContext, side: 'buy' | 'sell'): Promise<() => Promise<void>> {
  let first: (() => Promise<void>) | undefined;
  for (const parts of [FEW, MOST]) {
    for (const instrument of t.account.instruments) {
      const [here = '', away = ''] = await oddQuotes(t, t.account, instrument);
      const move = (): Promise<void> => quote(t, t.account, instrument, away);
      await quote(t, t.account, instrument, here);
      const part = String((await t.account.order({ instrument })).volume);
      const volume = partedVolume(await t.account.conditions(instrument.name), part, parts, 1);
      const wish = { instrument, side, volume };
      if (first === undefined) await t.account.openPosition(wish);
      else if (!(await isOpened(t, wish))) continue;
      first ??= move;
      const before = await figureIn(t, 'equity');
      await move();
      const after = await figureIn(t, 'equity');
      await quote(t, t.account, instrument, here);
      if (differ(before.value, after.value)) return move;
    }
  }
  return first ?? t.inconclusive('the profile names no instruments');
}

/** More than the first may be more than the account can bear. */
async function isOpened(t: CheckContext, wish: OrderWish): Promise<boolean> {
  const params = await t.account.order({ type: 'market', ...wish });
  const submission = await t.account.submit(params, { request: 'openPosition' });
  return submission.accepted && (await t.account.settle(submission)).status === 'success';
}
