// Where a statement is judged: a value of every dimension in which the code of a service can branch. What the values take and mean is in
// `dimensions.ts`.

/** A place for a statement: a value of every dimension. */
export interface Context {
  readonly operation: 'order' | 'opening' | 'sltp' | 'close' | 'partial-close' | 'cancellation';
  readonly orderType: 'limit' | 'stop';
  readonly side: 'buy' | 'sell';
  readonly protection: 'none' | 'stop-loss' | 'take-profit' | 'both';
  readonly result: 'success' | 'rejected' | 'failed';
  readonly state: 'untouched' | 'partly-closed' | 'protected' | 'with-stop-loss' | 'with-take-profit' | 'filled';
  readonly part: 'quarter' | 'most' | 'hundreds';
  readonly told: 'event' | 'status' | 'snapshot' | 'resource' | 'history';
  readonly use: 'first' | 'second' | 'sixth';
  readonly key: 'usual' | 'longest' | 'digits' | 'marks';
  readonly delay: 'none' | 'unfinished' | 'moment' | 'seconds';
  readonly count: 'one' | 'three' | 'many';
  readonly connection: 'first' | 'second' | 'reconnected' | 'subscribed-again';
  readonly account: 'leased' | 'other-currency';
  readonly instrument: 'first' | 'second' | 'third' | 'last' | 'created' | 'created-again';
  readonly after:
    | 'nothing'
    | 'close-only'
    | 'trading-disabled'
    | 'session-closed'
    | 'no-quotes'
    | 'maintenance'
    | 'quota-exhausted'
    | 'conditions-changed';
  readonly guard: 'close-only' | 'trading-disabled';
  readonly wrong:
    | 'volume-below-minimum'
    | 'volume-above-maximum'
    | 'volume-off-step'
    | 'price-digits'
    | 'stop-loss-digits'
    | 'take-profit-digits';
  readonly changed: 'volume' | 'price' | 'side' | 'instrument' | 'stop-loss' | 'take-profit';
  readonly balance: 'balance' | 'null_compensation' | 'swap_fee' | 'admin_fee' | 'dividend' | 'svc_dollar';
  readonly sign: 'credit' | 'debit';
  readonly change: 'created' | 'changed' | 'removed';
  readonly list: 'named' | 'all';
  readonly meanwhile:
    | 'nothing'
    | 'close-only'
    | 'unfinished'
    | 'quota-exhausted'
    | 'refused-command'
    | 'malformed-frame'
    | 'kinds-begin'
    | 'kinds-end'
    | 'refused-handshake'
    | 'sister-gives-up'
    | 'sister-ends';
}

export type DimensionName = keyof Context;

/** The dimensions of a check, each with all of its values or some. */
export type ContextSpec = { readonly [Name in DimensionName]?: 'all' | readonly Context[Name][] };
