// Interface 6.1, rule 2: the volume of a position follows from its deals, exactly. Deals may add, reduce, close or turn a position;
// how a closed position is shown and in which order events come is left open, so the volume before is looked for among all shown.
import { add, compare, type Decimal, equals, subtract, toText } from '../../decimal/index.js';
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

interface Step extends Shown {
  readonly position: string;
  readonly dealt: Decimal;
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
        const before = [NOTHING, ...(shown.volumes.get(step.position) ?? [])];
        const fits = before.some((one) => follows(one, step));
        context.findings.judge(REQUIREMENT, fits, () => ({
          message: `the volume of position ${step.position} does not follow from its deals`,
          expected: `a volume that differs by ${toText(step.dealt)} from one of ${before.map((one) => toText(one.volume)).join(', ')}`,
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

function follows(before: Shown, { volume, side, dealt }: Step): boolean {
  const change = subtract(volume, before.volume);
  const size = compare(change, NONE) < 0 ? subtract(before.volume, volume) : change;
  if (equals(size, dealt) || equals(before.volume, dealt)) return true;
  // Where opposite trades net, a deal may turn a position to the other side.
  return before.side !== undefined && before.side !== side && equals(add(volume, before.volume), dealt);
}

function take({ kind, view, i }: Message, { volumes: known, steps }: Watched): void {
  if (kind !== 'transaction_event' && kind !== 'trading_state_snapshot') return;
  const positions = listOf(view, 'positions') ?? [];
  const deals = listOf(view, 'deals') ?? [];
  for (const position of positions) {
    const id = textAt(position, 'id');
    const volume = readFigure(position['volume']);
    if (id === undefined || volume === undefined) continue;
    const side = textAt(position, 'side');
    const shown = known.get(id) ?? [];
    known.set(id, shown);
    if (!shown.some((one) => one.side === side && equals(one.volume, volume))) shown.push({ volume, side });
    const dealt = dealtOn(id, deals, positions.length);
    if (dealt !== undefined) steps.push({ position: id, volume, side, dealt, i });
  }
}

/** The volume of the deals of a position; undefined where the event shows none, or not which. */
function dealtOn(position: string, deals: readonly JsonObject[], positions: number): Decimal | undefined {
  const isLone = deals.length === 1 && positions === 1;
  const own = deals.filter((deal) => (textAt(deal, 'positionId') ?? (isLone ? position : undefined)) === position);
  const figures = own.map((deal) => readFigure(deal['volume']));
  return figures.length > 0 && figures.every((one) => one !== undefined) ? figures.reduce(add) : undefined;
}
