// Results that say no more than "not now" (interface 4.1; 7.2): the session is closed, there are no quotes, the price has gone, the
// system is busy. A correct service may end any order so. Their one home: they never make a failure, and are worth another try.
import type { JournalRecord } from '../../../../toolkit/journal/record.js';
import type { JsonObject } from '../../../../toolkit/payload/json.js';
import { memberOf } from '../../../../toolkit/payload/json-kind.js';
import type { ControlActionName } from '../../../../toolkit/profile/control/actions.js';
import type { Asked, OwnOperations } from './own-operations.js';

/** Of one instrument, for as long as its market is like that. */
export const OF_INSTRUMENT: readonly string[] = [
  'MARKET_SESSION_CLOSED',
  'MARKET_NO_QUOTES',
  'MARKET_TRADE_DISABLED',
  'MARKET_CLOSE_ONLY',
];

/** Of the moment: the same request may succeed in the next. */
export const OF_MOMENT: readonly string[] = [
  'EXECUTION_REQUOTE',
  'EXECUTION_REJECTED',
  'SYSTEM_RATE_LIMIT',
  'SYSTEM_TEMPORARY_UNAVAILABLE',
];

/** What a service says that does not say which it is. */
const GENERIC: readonly string[] = ['EXECUTION_REJECTED', 'SYSTEM_TEMPORARY_UNAVAILABLE'];

/** Control actions with the results that they bring about, so that from then on these are what the check is about. */
const PROVOKING: Readonly<Partial<Record<ControlActionName, readonly string[]>>> = {
  // What is refused then is refused for that, under whichever code.
  'market.close': [...OF_INSTRUMENT, ...GENERIC],
  'market.quotes': [...OF_INSTRUMENT, ...GENERIC],
  'operation.fail': [...OF_INSTRUMENT, ...OF_MOMENT],
  'service.maintenance': OF_MOMENT,
  'limits.exhaust': OF_MOMENT,
};

/** When such an action takes away again what it brought about: the other way round, or by another action. */
const UNDOING: Readonly<
  Partial<Record<ControlActionName, { readonly action: ControlActionName; readonly value?: JsonObject }>>
> = {
  'market.close': { action: 'market.close', value: { closed: 'false' } },
  'market.quotes': { action: 'market.quotes', value: { available: 'true' } },
  'service.maintenance': { action: 'service.maintenance', value: { enabled: 'false' } },
  'limits.exhaust': { action: 'limits.restore' },
};

export interface NotNow {
  readonly code: string;
  readonly record: number;
  /** How long before the end of the check it was told, which may take much longer than a break of the market. */
  readonly ageMs: number;
  /** Whose market it is; undefined where it is the moment that was wrong, or nothing says which. */
  readonly instrument: string | undefined;
  /** The check had brought it about, and taken it away again before it asked: it may be of the moment, or have stayed. */
  readonly isDoubtful: boolean;
}

/** Those that the check met with what it asked for and did not provoke, in their order. */
export function notPossibleNow(records: readonly JournalRecord[], own: OwnOperations): readonly NotNow[] {
  const controls = records.filter(({ kind }) => kind === 'control');
  const [only, ...more] = own.instruments;
  const endNs = records.at(-1)?.t_ns ?? 0;
  // An operation that is a success elsewhere was possible: what denies it there is the target's contradiction.
  const succeeded = new Set(own.told.filter(({ view }) => isSuccess(view)).map(({ asked }) => asked));
  return own.told.flatMap(({ record, view, asked }) => {
    const code = [...OF_INSTRUMENT, ...OF_MOMENT].find((name) => says(view, name));
    if (code === undefined || asked === undefined || succeeded.has(asked)) return [];
    const provoking = controls.filter((control) => control.i < record.i && provokes(control, code));
    const isDoubtful = provoking.length > 0;
    const isOver = OF_MOMENT.includes(code) && provoking.every((one) => isUndone(one, controls, asked));
    if (isDoubtful && !isOver) return [];
    // A close names its position; of which instrument that is, is known where the check trades on one alone.
    const instrument = asked.instrument ?? (more.length === 0 ? only : undefined);
    return [
      {
        code,
        record: record.i,
        ageMs: (endNs - record.t_ns) / 1e6,
        instrument: OF_INSTRUMENT.includes(code) ? instrument : undefined,
        isDoubtful,
      },
    ];
  });
}

function isUndone({ i, parsed }: JournalRecord, controls: readonly JournalRecord[], asked: Asked): boolean {
  const entry = Object.entries(UNDOING).find(([name]) => name === memberOf(parsed, 'action'));
  if (entry === undefined) return false;
  const { action, value = {} } = entry[1];
  return controls.some(
    (control) =>
      // What undoes it is of the same action, and so may be the record itself.
      control.i >= i &&
      control.i < asked.record &&
      memberOf(control.parsed, 'action') === action &&
      Object.entries(value).every(([name, word]) => memberOf(memberOf(control.parsed, 'params'), name) === word),
  );
}

function provokes({ parsed }: JournalRecord, code: string): boolean {
  const action = memberOf(parsed, 'action');
  return Object.entries(PROVOKING).some(([name, codes]) => name === action && codes.includes(code));
}

function isSuccess(view: JournalRecord['parsed'] | undefined): boolean {
  return ['status', 'state'].some((member) => memberOf(view, member) === 'success');
}

/** As a final error, or as one before the ACK. */
function says(view: JournalRecord['parsed'] | undefined, name: string): boolean {
  return ['errorCode', 'errorMessage', 'code', 'message'].some((member) => memberOf(view, member) === name);
}
