// Interface 6.1, rule 2: the volume of a position follows from its deals, exactly. Deals may add, reduce, close or turn a position;
// how a closed position is shown and in which order events come is left open, so the volume before is looked for among all that other
// events show. That there was nothing before holds for one event of a position, and once more for each that may have ended it.
import { add, compare, type Decimal, equals, subtract, toText } from '../../decimal/index.js';
import type { JsonObject } from '../../payload/json.js';
import type { Checker } from '../checker.js';
import type { Message } from '../ledger/entry.js';
import { listOf, textAt } from '../ledger/views.js';
import { executed } from '../predicates/executed.js';
import { readSize } from '../predicates/figure.js';
import { BEHIND_NS, ofConnections } from './of-connections.js';

const REQUIREMENT = 'transactions.deal-volumes-conserved';
const NONE: Decimal = { coefficient: 0n, scale: 0 };
const NOTHING: Before = { volume: NONE, side: undefined };

interface Before {
  readonly volume: Decimal;
  readonly side: string | undefined;
}

/** Told again, an event is the same one: by the deals that it names, or by what it shows. */
type Told = ReadonlySet<string>;

interface Shown extends Before {
  readonly told: Told;
}

interface Held extends Before {
  readonly position: string;
  readonly state: string | undefined;
}

interface Step extends Held {
  readonly dealt: Decimal;
  /** The other positions of the event, and what all its deals come to. */
  readonly beside: readonly Held[];
  readonly dealtInAll: Decimal | undefined;
  readonly told: Told;
  /** What the first snapshot may show already leads from a volume that was never shown. */
  readonly isNews: boolean;
  readonly i: number;
  readonly tNs: number;
}

interface Watched {
  readonly volumes: Map<string, Shown[]>;
  readonly steps: Step[];
  /** By position, the events that may have ended it; of those that do not say which, under no name. */
  readonly ends: Map<string, Told[]>;
  /** By position, the word for its state when it was first shown. */
  readonly states: Map<string, string | undefined>;
}

export const volumes: Checker = {
  name: 'volumes',
  sees: ['closed', 'control', 'transaction_event', 'trading_state_snapshot'],
  summary: 'the volume of a position follows from its deals',
  requirements: [REQUIREMENT],
  start(context) {
    return ofConnections(context, nothingShown, take, (shown, { since, endNs, hasUntold }) => {
      const beginnings = new Map<string, Told[]>();
      for (const step of shown.steps) {
        const before = beforeOf(step, shown);
        const fits =
          follows(step, before) ||
          sharesADeal(step, shown) ||
          (equals(step.volume, step.dealt) && mayBegin(step, shown, beginnings));
        // What came before it may be told behind it, and the connection was not there for that.
        const mayFollow = (): boolean => hasUntold() || (since.length > 0 && endNs - step.tNs < BEHIND_NS);
        if (!fits && (!step.isNews || mayFollow())) continue;
        context.findings.judge(REQUIREMENT, fits, () => ({
          message: `the volume of position ${step.position} does not follow from its deals`,
          expected: `a volume that the deals of ${toText(step.dealt)} lead to, from one of ${[NOTHING, ...before].map((one) => toText(one.volume)).join(', ')}`,
          actual: toText(step.volume),
          evidence: [step.i],
        }));
      }
    });
  },
};

function nothingShown(): Watched {
  return { volumes: new Map(), steps: [], ends: new Map(), states: new Map() };
}

/** What other events and snapshots show of the position; that it had nothing is another matter. */
function beforeOf({ position, told }: Step, { volumes: known }: Watched): readonly Shown[] {
  return (known.get(position) ?? []).filter((shown) => shown.volume.coefficient !== 0n && !areSame(shown.told, told));
}

function areSame(one: Told, other: Told): boolean {
  return [...one].some((name) => other.has(name));
}

function follows(step: Step, before: readonly Before[]): boolean {
  return before.some((one) => changesFrom(one, step).some((size) => equals(size, step.dealt)));
}

/** What may have been dealt to make a position what it is, from what it was. */
function changesFrom(before: Before, now: Before): readonly Decimal[] {
  const change = subtract(now.volume, before.volume);
  const size = compare(change, NONE) < 0 ? subtract(before.volume, now.volume) : change;
  // One that is closed may show what it had. Where opposite trades net, a deal may turn a position to the other side.
  const isTurned = before.side !== undefined && before.side !== now.side;
  return [size, before.volume, ...(isTurned ? [add(now.volume, before.volume)] : [])];
}

/** Whether there may have been nothing before: a position begins once, and again after each time that it may have ended. */
function mayBegin(step: Step, shown: Watched, beginnings: Map<string, Told[]>): boolean {
  const begun = beginnings.get(step.position) ?? [];
  if (begun.some((told) => areSame(told, step.told))) return true;
  begun.push(step.told);
  beginnings.set(step.position, begun);
  return begun.length === 1 || begun.length <= 1 + endsOf(step.position, shown);
}

function endsOf(position: string, { volumes: known, steps, ends }: Watched): number {
  const all = known.get(position) ?? [];
  // One that is closed may show what it had, which was then dealt.
  const asBefore = steps.filter(
    ({ position: one, volume, dealt, told }) =>
      one === position &&
      equals(volume, dealt) &&
      all.some((shown) => equals(shown.volume, dealt) && !areSame(shown.told, told)),
  );
  return asBefore.length + (ends.get(position)?.length ?? 0) + (ends.get(ANY)?.length ?? 0);
}

/** Instead of an identifier: of whichever position. */
const ANY = '';

/** As many events as show the same of a position, and then no more: each needs one beside itself. */
const MOST_ALIKE = 3;

const MOST_SUMS = 10_000;

/** Where opposite trades net, one deal may end a position and begin another with the rest; what is too much to reckon passes. */
function sharesADeal({ dealtInAll, beside, ...now }: Step, shown: Watched): boolean {
  if (beside.length === 0 || dealtInAll === undefined) return false;
  let sums = changesOf(now, shown);
  for (const other of beside) {
    const changes = changesOf(other, shown);
    if (sums.length * changes.length > MOST_SUMS) return true;
    sums = sums.flatMap((sum) => changes.map((change) => add(sum, change)));
  }
  return sums.some((sum) => equals(sum, dealtInAll));
}

/** In all that was shown of it, whichever event shows it, and from nothing. */
function changesOf(now: Held, { volumes: known }: Watched): readonly Decimal[] {
  return [NOTHING, ...(known.get(now.position) ?? [])].flatMap((before) => changesFrom(before, now));
}

function take({ kind, view, i, tNs }: Message, shown: Watched, isNews: () => boolean): void {
  if (kind !== 'transaction_event' && kind !== 'trading_state_snapshot') return;
  const positions = listOf(view, 'positions') ?? [];
  const deals = executed(listOf(view, 'deals') ?? []);
  if (kind === 'transaction_event' && positions.length === 0 && deals.length === 0) return;
  const told = kind === 'transaction_event' ? toldBy(deals, positions) : new Set([`snapshot ${i}`]);
  const held = positions.flatMap(heldBy);
  for (const one of held) {
    note(one, told, shown);
    const dealt = dealtOn(one.position, deals, positions);
    const beside = held.filter((other) => other !== one);
    if (dealt !== undefined) {
      shown.steps.push({ ...one, dealt, beside, dealtInAll: sumOf(deals), told, isNews: isNews(), i, tNs });
    }
  }
  // What is dealt on a position that the event does not show, or on one that it does not name, may have ended it.
  const touched =
    kind === 'trading_state_snapshot'
      ? shown.volumes.keys()
      : deals.map((deal) => textAt(deal, 'positionId') ?? (isLone(deals, positions) ? undefined : ANY));
  const ids = new Set(held.map(({ position }) => position));
  for (const id of touched) if (id !== undefined && !ids.has(id)) end(id, told, shown);
}

function note({ position, volume, side, state }: Held, told: Told, shown: Watched): void {
  const { volumes: known, states } = shown;
  const all = known.get(position) ?? [];
  known.set(position, all);
  if (!states.has(position)) states.set(position, state);
  const alike = all.filter((one) => one.side === side && equals(one.volume, volume));
  if (alike.length < MOST_ALIKE && !alike.some((one) => areSame(one.told, told))) all.push({ volume, side, told });
  if (volume.coefficient === 0n || state !== states.get(position)) end(position, told, shown);
}

function end(position: string, told: Told, { ends }: Watched): void {
  const before = ends.get(position) ?? [];
  if (!before.some((one) => areSame(one, told))) before.push(told);
  ends.set(position, before);
}

function toldBy(deals: readonly JsonObject[], positions: readonly JsonObject[]): Told {
  const ids = deals.flatMap((deal) => textAt(deal, 'id') ?? []);
  return new Set(ids.length > 0 ? ids.map((id) => `deal ${id}`) : [JSON.stringify([deals, positions])]);
}

function heldBy(position: JsonObject): readonly Held[] {
  const [id, volume] = [textAt(position, 'id'), readSize(position['volume'])];
  if (id === undefined || volume === undefined) return [];
  return [{ position: id, volume, side: sideOf(position), state: textAt(position, 'state') }];
}

/** Sides may be spelled by words, numbers or truth values. */
function sideOf({ side }: JsonObject): string | undefined {
  return side === undefined || side === null ? undefined : JSON.stringify(side);
}

/** The volume of the deals of a position; undefined where the event shows none, or not which. */
function dealtOn(
  position: string,
  deals: readonly JsonObject[],
  positions: readonly JsonObject[],
): Decimal | undefined {
  const own = deals.filter(
    (deal) => (textAt(deal, 'positionId') ?? (isLone(deals, positions) ? position : undefined)) === position,
  );
  return sumOf(own);
}

/** One deal and one position: whose it is need not be said. */
function isLone(deals: readonly JsonObject[], positions: readonly JsonObject[]): boolean {
  return deals.length === 1 && positions.length === 1;
}

function sumOf(deals: readonly JsonObject[]): Decimal | undefined {
  const figures = deals.map(({ volume }) => readSize(volume));
  return figures.length > 0 && figures.every((one) => one !== undefined) ? figures.reduce(add) : undefined;
}
