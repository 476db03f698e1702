// What an operator, the market and the platform do to an account during a round, where control has them: a table, each with what begins
// it, what ends it, and how long it lasts (interface 3; 4.1; 6.1, rule 6; 6.2; 6.3; 6.4; 7.2; 8).
import { add, parseDecimal, toPlainText } from '../../toolkit/decimal/index.js';
import { BALANCE_KINDS } from '../../toolkit/payload/vocabulary.js';
import type { ControlActionName } from '../../toolkit/profile/control/actions.js';
import { pause } from '../../toolkit/wire/pause.js';
import { BLANK } from '../runner/live/target/target-journal.js';
import type { RoundContext } from './round-context.js';

type Params = Readonly<Record<string, string>>;

interface End {
  readonly action: ControlActionName;
  readonly params?: Params;
  /** It names the instrument that the beginning named. */
  readonly ofInstrument?: boolean;
}

export interface Disturbance {
  readonly action: ControlActionName;
  readonly weight: number;
  /** Undefined where there is nothing to do it to. */
  readonly params: (context: RoundContext) => Params | undefined;
  /** Ends what lasts. */
  readonly end?: End;
  readonly lastsMs?: number;
  /** Streams that were open meanwhile may be silent from then on (interface 3). */
  readonly endsStreams?: boolean;
  /** Results that do not come may then only be late, or may not be owed: it is left out of calm rounds. */
  readonly coversLosses?: boolean;
  /** What it is done to may be gone by the time that it is done. */
  readonly mayMiss?: boolean;
}

const none = (): Params => ({});

export const DISTURBANCES: readonly Disturbance[] = [
  {
    action: 'operation.hold',
    weight: 6,
    params: none,
    end: { action: 'operation.release' },
    lastsMs: 150,
    coversLosses: true,
  },
  { action: 'stream.drop', weight: 4, params: none, coversLosses: true },
  {
    action: 'stream.stall',
    weight: 2,
    params: none,
    end: { action: 'stream.resume' },
    lastsMs: 100,
    coversLosses: true,
  },
  {
    action: 'operation.fail',
    weight: 2,
    params: () => ({ status: 'failed', error_code: 'EXECUTION_REJECTED' }),
  },
  {
    action: 'operation.expire',
    weight: 1,
    mayMiss: true,
    params: ({ parts }) => idParams('operation_id', parts.known.ended.at(-1)),
  },
  { action: 'idempotency.expire', weight: 1, params: none },
  {
    action: 'account.deposit',
    weight: 3,
    params: (context) => ({ kind: context.oneOf(BALANCE_KINDS) ?? 'balance', amount: String(1 + context.below(900)) }),
  },
  {
    action: 'account.restrict',
    weight: 1,
    params: () => ({ trade_mode: 'trading_disabled' }),
    end: { action: 'account.restrict', params: { trade_mode: 'normal' } },
    lastsMs: 60,
    endsStreams: true,
    coversLosses: true,
  },
  { action: 'limits.exhaust', weight: 1, params: none, end: { action: 'limits.restore' }, lastsMs: 50 },
  {
    action: 'service.maintenance',
    weight: 1,
    params: () => ({ enabled: 'true' }),
    end: { action: 'service.maintenance', params: { enabled: 'false' } },
    lastsMs: 50,
  },
  { action: 'orders.limit', weight: 1, params: () => ({ count: '1' }), end: { action: 'orders.unlimit' }, lastsMs: 80 },
  {
    action: 'market.close',
    weight: 1,
    params: (context) => ({ ...instrumentOf(context), closed: 'true' }),
    end: { action: 'market.close', params: { closed: 'false' }, ofInstrument: true },
    lastsMs: 60,
  },
  {
    action: 'market.quotes',
    weight: 1,
    params: (context) => ({ ...instrumentOf(context), available: 'false' }),
    end: { action: 'market.quotes', params: { available: 'true' }, ofInstrument: true },
    lastsMs: 60,
  },
  { action: 'market.price', weight: 2, params: pricesOf },
  {
    action: 'order.fill',
    weight: 4,
    mayMiss: true,
    params: ({ parts }) => {
      const cancelled = [...parts.known.beingCancelled];
      return idParams('order_id', cancelled[0] ?? [...parts.known.orders].at(-1));
    },
  },
  {
    action: 'order.cancel',
    weight: 1,
    mayMiss: true,
    params: ({ parts }) => idParams('order_id', [...parts.known.orders][0]),
  },
  {
    action: 'position.close',
    weight: 1,
    mayMiss: true,
    params: ({ parts }) => idParams('position_id', [...parts.known.positions.keys()][0]),
  },
  {
    action: 'instrument.update',
    weight: 3,
    params: (context) => ({ ...instrumentOf(context), volume_max: String(100 + context.below(100)) }),
  },
  {
    action: 'hmr.upsert',
    weight: 2,
    params: ({ parts }) => ({ instruments: parts.instruments.slice(0, 2).join(',') }),
  },
  {
    action: 'hmr.flexible',
    weight: 1,
    params: () => ({ enabled: 'true' }),
    end: { action: 'hmr.flexible', params: { enabled: 'false' } },
    lastsMs: 30,
  },
];

/** Performs it, waits as long as it lasts, ends it. Resolves to the message of an action that failed. */
export async function disturb(context: RoundContext, disturbance: Disturbance): Promise<string | undefined> {
  const { end, lastsMs = 0, endsStreams } = disturbance;
  const params = disturbance.params(context);
  if (params === undefined) return undefined;
  context.lasting.add(disturbance.action);
  const failure = await perform(context, disturbance.action, params);
  try {
    if (failure === undefined && end !== undefined) {
      await pause(lastsMs / 2 + context.below(lastsMs), context.parts.signal).catch(() => undefined);
      return await perform(context, end.action, { ...onInstrument(end, params), ...end.params }, true);
    }
    return disturbance.mayMiss === true ? undefined : failure;
  } finally {
    context.lasting.delete(disturbance.action);
    if (endsStreams === true) await context.parts.streams.closeAll();
  }
}

/** Those that the target has, and whose effects stay within one account. */
export function disturbancesOn({ parts }: RoundContext): readonly Disturbance[] {
  const { isCalm, target } = parts;
  const { control } = target;
  const has = (name: ControlActionName): boolean => control.has(name) && control.scope(name) === 'account';
  return DISTURBANCES.filter(
    ({ action, end, coversLosses = false }) =>
      has(action) && (end === undefined || has(end.action)) && !(isCalm && coversLosses),
  );
}

/**
 * Journalled before it takes effect, since clients go on meanwhile and checkers must not take for undisturbed what it may have met.
 * What ends something lasts until it is done, so it is journalled only then. It is performed although the soak is over.
 */
async function perform(
  context: RoundContext,
  action: ControlActionName,
  given: Params,
  ends = false,
): Promise<string | undefined> {
  const params = { ...given, account_id: context.parts.accountId };
  const { control } = context.parts.target;
  const act = async (): Promise<void> => {
    if (!ends) note(context, action, params);
    await control.perform(action, params);
    if (ends) note(context, action, params);
  };
  try {
    // A key that is used while its record expires may have been used before or after.
    await (action === 'idempotency.expire' ? context.alone(act) : act());
    return undefined;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    return message.startsWith('control action') ? message : `${action}: ${message}`;
  }
}

function note({ parts }: RoundContext, action: ControlActionName, params: Params): void {
  const parsed = { action, params, result: {} };
  parts.target.journal.append({
    ...BLANK,
    kind: 'control',
    check: null,
    account: parts.accountId,
    cause: null,
    parsed,
  });
}

function onInstrument({ ofInstrument }: End, { instrument }: Params): Params {
  return ofInstrument === true && instrument !== undefined ? { instrument } : {};
}

function instrumentOf(context: RoundContext): Params {
  return { instrument: context.oneOf(context.parts.target.market.instruments)?.name ?? '' };
}

function idParams(name: string, id: string | undefined): Params | undefined {
  return id === undefined ? undefined : { [name]: id };
}

/** Anywhere between the prices at which orders rest. */
function pricesOf(context: RoundContext): Params {
  const instrument = context.oneOf(context.parts.target.market.instruments);
  if (instrument === undefined) return {};
  const [low, high] = [Number(instrument.restingBuyLimit), Number(instrument.restingSellLimit)];
  const digits = parseDecimal(instrument.restingBuyLimit).scale;
  const bid = parseDecimal((low + ((high - low) * (30 + context.below(40))) / 100).toFixed(digits));
  return {
    instrument: instrument.name,
    bid: toPlainText(bid),
    ask: toPlainText(add(bid, { coefficient: 2n, scale: digits })),
  };
}
