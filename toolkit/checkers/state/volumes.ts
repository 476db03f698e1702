// Interface 6.1, rule 2: the volume of a position follows from its deals, exactly. Deals may add, reduce, close or turn a position;
// how a closed position is shown and in which order events come is left open, so the volume before is looked for among all shown.
import { add, compare, type Decimal, equals, magnitude, subtract, toText } from '../../decimal/index.js';
import type { JsonObject } from '../../payload/json.js';
import type { Checker } from '../checker.js';
import type { Message } from '../ledger/entry.js';
import { listOf, textAt } from '../ledger/views.js';
import { readFigure } from '../predicates/figure.js';
import { ofConnections } from './of-connections.js';

const REQUIREMENT = 'transactions.deal-volumes-conserved';
const NONE: Decimal = { coefficient: 0n, scale: 0 };
const NOTHING: Shown = { volume: NONE, side: undefined };

interface Shown {
  readonly volume: Decimal;
  readonly side: string | undefined;
}

interface Held extends Shown {
  readonly position: string;
}

interface Step extends Held {
  readonly dealt: Decimal;
  /** The other positions of the event, and what all its deals come to. */
  readonly beside: readonly Held[];
  readonly dealtInAll: Decimal | undefined;
  readonly i: number;
}

interface Watched {
  readonly volumes: Map<string, Shown[]>;
  readonly steps: Step[];
}

export const volumes: Checker = {
  name: 'volumes',
  summary: 'the volume of a position follows from its deals',
  requirements: [REQUIREMENT],
  start(context) {
    return ofConnections(context, nothingShown, take, (shown) => {
      for (const step of shown.steps) {
        const before = beforeOf(step, shown);
        const fits = changesOf(step, shown).some((size) => equals(size, step.dealt)) || sharesADeal(step, shown);
        context.findings.judge(REQUIREMENT, fits, () => ({
          message: `the volume of position ${step.position} does not follow from its deals`,
          expected: `a volume that the deals of ${toText(step.dealt)} lead to, from one of ${before.map((one) => toText(one.volume)).join(', ')}`,
          actual: toText(step.volume),
          evidence: [step.i],
        }));
      }
    });
  },
};

function nothingShown(): Watched {
  return { volumes: new Map(), steps: [] };
}

function beforeOf({ position }: Held, { volumes: known }: Watched): readonly Shown[] {
  return [NOTHING, ...(known.get(position) ?? [])];
}

/** What may have been dealt to make the position what it is, by each of the volumes that it may have had. */
function changesOf(now: Held, shown: Watched): readonly Decimal[] {
  return beforeOf(now, shown).flatMap((before) => {
    const change = subtract(now.volume, before.volume);
    const size = compare(change, NONE) < 0 ? subtract(before.volume, now.volume) : change;
    // One that is closed may show what it had. Where opposite trades net, a deal may turn a position to the other side.
    const isTurned = before.side !== undefined && before.side !== now.side;
    return [size, before.volume, ...(isTurned ? [add(now.volume, before.volume)] : [])];
  });
}

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

function take({ kind, view, i }: Message, { volumes: known, steps }: Watched): void {
  if (kind !== 'transaction_event' && kind !== 'trading_state_snapshot') return;
  const positions = listOf(view, 'positions') ?? [];
  const deals = listOf(view, 'deals') ?? [];
  const held = positions.flatMap(heldBy);
  for (const one of held) {
    const { position, volume, side } = one;
    const shown = known.get(position) ?? [];
    known.set(position, shown);
    if (!shown.some((before) => before.side === side && equals(before.volume, volume))) shown.push({ volume, side });
    const dealt = dealtOn(position, deals, positions.length);
    const beside = held.filter((other) => other !== one);
    if (dealt !== undefined) steps.push({ ...one, dealt, beside, dealtInAll: sumOf(deals), i });
  }
}

function heldBy(position: JsonObject): readonly Held[] {
  const [id, volume] = [textAt(position, 'id'), sizeOf(position)];
  return id === undefined || volume === undefined ? [] : [{ position: id, volume, side: sideOf(position) }];
}

/** Whether the volume of what was sold has a sign is open. */
function sizeOf(one: JsonObject): Decimal | undefined {
  const volume = readFigure(one['volume']);
  return volume && magnitude(volume);
}

/** Sides may be spelled by words, numbers or truth values. */
function sideOf({ side }: JsonObject): string | undefined {
  return side === undefined || side === null ? undefined : JSON.stringify(side);
}

/** The volume of the deals of a position; undefined where the event shows none, or not which. */
function dealtOn(position: string, deals: readonly JsonObject[], positions: number): Decimal | undefined {
  const isLone = deals.length === 1 && positions === 1;
  const own = deals.filter((deal) => (textAt(deal, 'positionId') ?? (isLone ? position : undefined)) === position);
  return sumOf(own);
}

function sumOf(deals: readonly JsonObject[]): Decimal | undefined {
  const figures = deals.map(sizeOf);
  return figures.length > 0 && figures.every((one) => one !== undefined) ? figures.reduce(add) : undefined;
}
