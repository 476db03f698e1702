// What an execution makes of the positions of an account (interface 3: transitions are not shown): a position of its own, or where they
// are netted, more or less of the one that is there, its end, or its turn to the other side.
import type { Decimal } from '../../decimal/index.js';
import type { Order, Position, Side } from '../domain.js';
import { divideRounded } from '../rules/trading/effects.js';
import type { DecisionContext, Identifiers } from './decision.js';
import { ended, marginOf, newPosition } from './entities.js';
import type { Instrument } from './instruments.js';
import { unitsOf } from './units.js';
import { valuationOf } from './valuation.js';

export interface Execution {
  readonly side: Side;
  readonly volume: Decimal;
  readonly price: Decimal;
}

export interface Entered {
  readonly position: Position;
  /** What it earned where it made a position of the other side smaller, in units of the account currency. */
  readonly amount: bigint;
  /** The protection of a position that is over. */
  readonly ended: readonly Order[];
}

export function enter(
  context: DecisionContext,
  ids: Identifiers,
  instrument: Instrument,
  execution: Execution,
): Entered {
  const name = instrument.conditions.instrument;
  const there = [...context.book.positions.values()].filter((one) => one.instrument === name);
  const into = context.rules.entersInto(execution.side, there);
  if (into === undefined) return { position: newPosition(context, ids, instrument, execution), amount: 0n, ended: [] };
  return into.side === execution.side
    ? { position: added(context, instrument, into, execution), amount: 0n, ended: [] }
    : netted(context, instrument, into, execution);
}

function added(
  context: DecisionContext,
  instrument: Instrument,
  into: Position,
  { volume, price }: Execution,
): Position {
  const { pointDigits, volumeDigits } = instrument.conditions;
  const [had, more] = [unitsOf(into.volume, volumeDigits), unitsOf(volume, volumeDigits)];
  const paid = unitsOf(into.price, pointDigits) * had + unitsOf(price, pointDigits) * more;
  const average = { coefficient: divideRounded(paid, had + more), scale: pointDigits };
  return held(context, instrument, { ...into, price: average }, had + more);
}

function netted(
  context: DecisionContext,
  instrument: Instrument,
  into: Position,
  { side, volume, price }: Execution,
): Entered {
  const { pointDigits, volumeDigits } = instrument.conditions;
  const [had, less] = [unitsOf(into.volume, volumeDigits), unitsOf(volume, volumeDigits)];
  const isPart = less < had;
  const amount = context.rules.profitOf(
    into.side,
    unitsOf(into.price, pointDigits),
    unitsOf(price, pointDigits),
    isPart ? less : had,
    valuationOf(instrument, context.account),
  );
  if (isPart) return { position: held(context, instrument, into, had - less), amount, ended: [] };
  const protection = context.book.protectionOf(into.id);
  const over = protection === undefined ? [] : [ended(protection, 'cancelled', context.nowMs)];
  const bare: Position = { ...into, stopLossPrice: undefined, takeProfitPrice: undefined };
  const position: Position =
    less > had
      ? held(context, instrument, { ...bare, side, price, openedAtMs: context.nowMs }, less - had)
      : { ...into, volume: { coefficient: 0n, scale: volumeDigits }, state: 'closed', closedAtMs: context.nowMs };
  return { position, amount, ended: over };
}

function held(context: DecisionContext, instrument: Instrument, position: Position, units: bigint): Position {
  const volume = { coefficient: units, scale: instrument.conditions.volumeDigits };
  return { ...position, volume, margin: marginOf(context, instrument, position.price, volume) };
}
