// Control actions: the closed list of ways to bring a target into a state that the public interface cannot reach.
// A profile binds each to an HTTP call or a command; the reference service offers all of them under the same names.

/** How far an action reaches unless the profile's binding says otherwise: one account, or everybody on the target. */
export type ControlScope = 'account' | 'target';

interface ControlAction {
  readonly summary: string;
  /** Parameters by name; `?` marks an optional one. Text unless stated. */
  readonly params: readonly string[];
  /** Members that the binding's `result` reads from the answer. */
  readonly returns: readonly string[];
  readonly scope: ControlScope;
}

function action(summary: string, params: string, returns = '', scope: ControlScope = 'account'): ControlAction {
  return { summary, params: words(params), returns: words(returns), scope };
}

function words(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}

export const CONTROL_ACTIONS: Readonly<Record<string, ControlAction>> & Record<ControlActionName, ControlAction> = {
  'account.create': action(
    'open a fresh account that the main key may use',
    'currency? currency_digits?',
    'account_id',
  ),
  'account.restrict': action(
    'set trade_mode (normal, trading_disabled) and account_status (normal, close_only)',
    'account_id trade_mode? account_status?',
  ),
  'account.deposit': action(
    'book a balance transaction; kind is one of interface 2.2 (balance, null_compensation, swap_fee, admin_fee, dividend, svc_dollar)',
    'account_id kind amount',
  ),
  'instrument.add': action(
    'create an instrument that the account may use',
    'account_id instrument?',
    'instrument',
    'target',
  ),
  'instrument.update': action('change volume_max of an instrument', 'account_id instrument volume_max', '', 'target'),
  'instrument.remove': action('delete an instrument', 'account_id instrument', '', 'target'),
  'hmr.upsert': action(
    'create or change an ordinary HMR period over instruments (comma-separated); starts_at and ends_at are date-times as in interface 1, rule 3',
    'account_id instruments period_id? starts_at? ends_at?',
    'period_id',
    'target',
  ),
  'hmr.remove': action('delete an HMR period', 'account_id period_id', '', 'target'),
  'hmr.flexible': action('switch the effective flexible HMR status of the account (true, false)', 'account_id enabled'),
  'stream.drop': action('cut the event streams of the account without a closing handshake', 'account_id'),
  'stream.stall': action('stop sending on the event streams of the account, as for a slow reader', 'account_id'),
  'stream.resume': action('end stream.stall', 'account_id'),
  'operation.hold': action('keep operations accepted from now on unfinished', 'account_id'),
  'operation.release': action('finish what operation.hold kept', 'account_id'),
  'operation.fail': action(
    'end the next operation of the account as status (rejected, failed) with error_code',
    'account_id status error_code',
  ),
  'operation.expire': action('forget the status of an operation, as its retention would', 'account_id operation_id'),
  'idempotency.expire': action('forget the idempotency records of the account, as retention would', 'account_id'),
  'clock.advance': action(
    'move every clock of the target forward by ms: of timestamps, of the Date of answers, of expiries and of HMR periods',
    'ms',
    '',
    'target',
  ),
  'service.maintenance': action(
    'answer mutating requests of the account with SYSTEM_TEMPORARY_UNAVAILABLE (true, false)',
    'account_id enabled',
    '',
    'target',
  ),
  'limits.exhaust': action(
    'use up the quota of the place-order call for the account; or, where request names another call (openPosition, closePosition, cancelOrder), of that call alone',
    'account_id request?',
  ),
  'limits.restore': action('give every quota of the account back', 'account_id'),
  'orders.limit': action('let the account have at most count pending orders', 'account_id count'),
  'orders.unlimit': action('end orders.limit', 'account_id'),
  'market.close': action(
    'close (true) or open (false) the session of an instrument',
    'account_id instrument closed',
    '',
    'target',
  ),
  'market.quotes': action(
    'take away (false) or give back (true) the quotes of an instrument',
    'account_id instrument available',
    '',
    'target',
  ),
  'market.price': action('set the next price of an instrument', 'account_id instrument bid ask', '', 'target'),
  'account.reset': action(
    'end every pending order and every position of the account, those from before the run included',
    'account_id',
  ),
  'order.cancel': action('cancel a pending order', 'account_id order_id'),
  'order.fill': action('execute a pending order now', 'account_id order_id'),
  'position.close': action('close a position, in part when volume is given', 'account_id position_id volume?'),
};

export type ControlActionName =
  | 'account.create'
  | 'account.restrict'
  | 'account.deposit'
  | 'instrument.add'
  | 'instrument.update'
  | 'instrument.remove'
  | 'hmr.upsert'
  | 'hmr.remove'
  | 'hmr.flexible'
  | 'stream.drop'
  | 'stream.stall'
  | 'stream.resume'
  | 'operation.hold'
  | 'operation.release'
  | 'operation.fail'
  | 'operation.expire'
  | 'idempotency.expire'
  | 'clock.advance'
  | 'service.maintenance'
  | 'limits.exhaust'
  | 'limits.restore'
  | 'orders.limit'
  | 'orders.unlimit'
  | 'market.close'
  | 'market.quotes'
  | 'market.price'
  | 'account.reset'
  | 'order.cancel'
  | 'order.fill'
  | 'position.close';

/** What the suite calls; the HTTP and command bindings and the reference's in-process surface implement it. */
export interface ControlSurface {
  has(name: ControlActionName): boolean;
  scope(name: ControlActionName): ControlScope;
  /** Rejects with a `ProtocolError` of code `control-failed` that carries the answer; resolves to the bound result members. */
  perform(
    name: ControlActionName,
    params: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ): Promise<Readonly<Record<string, string>>>;
}
