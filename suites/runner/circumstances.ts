// Circumstances that control actions bring about and take away again, in pairs, so that no check forgets the second half.
import type { ControlActionName } from '../../toolkit/profile/control/actions.js';
import type { Profile } from '../../toolkit/profile/profile.js';

interface Step {
  readonly action: ControlActionName;
  readonly params?: Readonly<Record<string, string>>;
}

interface Pair {
  readonly begin: Step;
  readonly end: Step;
  /** Of one instrument, not of the whole account. */
  readonly instrument?: true;
}

export type Circumstance =
  | 'close-only'
  | 'flexible-hmr'
  | 'maintenance'
  | 'no-quotes'
  | 'operations-held'
  | 'quota-exhausted'
  | 'session-closed'
  | 'streams-stalled'
  | 'trading-disabled';

/** Circumstances of a whole account, in which one that the profile names may be already (interface 3). */
export type Guard = Extract<Circumstance, 'close-only' | 'trading-disabled'>;

export const GUARDS: Readonly<Record<Guard, Extract<keyof Profile['accounts'], 'closeOnly' | 'disabled'>>> = {
  'close-only': 'closeOnly',
  'trading-disabled': 'disabled',
};

const NORMAL: Step = { action: 'account.restrict', params: { trade_mode: 'normal', account_status: 'normal' } };

export const CIRCUMSTANCES: Readonly<Record<Circumstance, Pair>> = {
  'close-only': { begin: { action: 'account.restrict', params: { account_status: 'close_only' } }, end: NORMAL },
  'flexible-hmr': switched('hmr.flexible', { enabled: 'true' }, { enabled: 'false' }),
  maintenance: switched('service.maintenance', { enabled: 'true' }, { enabled: 'false' }),
  'no-quotes': { ...switched('market.quotes', { available: 'false' }, { available: 'true' }), instrument: true },
  'operations-held': { begin: { action: 'operation.hold' }, end: { action: 'operation.release' } },
  'quota-exhausted': { begin: { action: 'limits.exhaust' }, end: { action: 'limits.restore' } },
  'session-closed': { ...switched('market.close', { closed: 'true' }, { closed: 'false' }), instrument: true },
  'streams-stalled': { begin: { action: 'stream.stall' }, end: { action: 'stream.resume' } },
  'trading-disabled': {
    begin: { action: 'account.restrict', params: { trade_mode: 'trading_disabled' } },
    end: NORMAL,
  },
};

function switched(
  action: ControlActionName,
  on: Readonly<Record<string, string>>,
  off: Readonly<Record<string, string>>,
): Pair {
  return { begin: { action, params: on }, end: { action, params: off } };
}
