// Every member of a dialect with its kind and its sentence: the one home from which the types of `spec.ts` and
// `dialect.schema.json` (`dialect-schema.ts`) follow. A new member is a line here, its default in `default-spelling.ts`, and
// where it is read; then `npm run generate`.

/**
 * What a member binds, and the sentence that says so to an editor. `collection` may be null, `items` is a collection that every
 * target has; `states` are conditions by operation state; `reply` is a template over the message that is answered.
 */
export type Member = { readonly [Kind in MemberKind]: { readonly [Key in Kind]: string } }[MemberKind];
export type MemberKind = 'binding' | 'pointers' | 'collection' | 'items' | 'states' | 'reply';

/** A part of the dialect: what it is for, and its members. */
export interface Part {
  readonly about: string;
  readonly members: { readonly [name: string]: Member };
}

/** HTTP answers. Each has an `at` of its own besides. */
export const BODIES = {
  ack: {
    about: 'The ACK (interface 2.1).',
    members: {
      operationId: { binding: 'operation_id.' },
      clientRequestId: { binding: 'client_request_id.' },
    },
  },
  error: {
    about: 'An error body (interface 7.1).',
    members: {
      code: { binding: 'Where error.code lies (interface 7.1).' },
      message: { binding: 'Where error_message lies.' },
    },
  },
  operation: {
    about: 'Operation status (interface 4.3).',
    members: {
      operationId: { binding: 'operation_id.' },
      clientRequestId: { binding: 'client_request_id.' },
      state: { binding: 'The member whose words are `words.operationState`.' },
      errorCode: { binding: 'error_code.' },
      errorMessage: { binding: 'error_message.' },
      states: { states: 'Conditions by state, for a target that does not show the state in one word.' },
    },
  },
  account: {
    about: 'Account configuration.',
    members: {
      tradeMode: { binding: 'trade_mode.' },
      accountStatus: { binding: 'account_status.' },
      currency: { binding: 'The account currency.' },
      currencyDigits: { binding: 'Decimals of the account currency.' },
    },
  },
  instruments: {
    about: 'The list of instruments.',
    members: {
      items: { items: 'The list: names, objects, or a map by name.' },
      name: { pointers: "Where an object holds the name; @key for the name of a map's member." },
    },
  },
  conditions: { about: 'The condition object (interface 2.4); its members are `entities.conditions`.', members: {} },
  limits: {
    about: 'The quota of the call that places orders (interface 8).',
    members: {
      placeOrder: { collection: 'The entry of that call.' },
      limit: { binding: 'Requests per window.' },
      remaining: { binding: 'Requests left.' },
      windowMs: { binding: 'Length of the window in milliseconds.' },
      windowSeconds: { binding: 'Length of the window in seconds, where the target tells it so.' },
    },
  },
  snapshot: {
    about: 'The trading snapshot resource.',
    members: {
      orders: { collection: 'Open orders.' },
      positions: { collection: 'Open positions.' },
      accountState: { collection: 'The account state object.' },
    },
  },
  orderHistory: {
    about: 'A page of closed orders.',
    members: {
      items: { items: 'Orders of the page.' },
      cursor: { binding: 'The continuation token (interface 1, rule 5). Missing, null or empty on the last page.' },
      more: { binding: 'A boolean that is false on the last page, where the target has one.' },
    },
  },
  dealHistory: {
    about: 'A page of deals.',
    members: {
      items: { items: 'Deals of the page.' },
      cursor: { binding: 'The continuation token (interface 1, rule 5). Missing, null or empty on the last page.' },
      more: { binding: 'A boolean that is false on the last page, where the target has one.' },
    },
  },
} as const;

/** Messages of the streams. Each has `kind`, `when` and `at` besides. */
export const MESSAGES = {
  transaction_event: {
    about: 'The result of an operation or a balance transaction (interface 2.2 and 6.1).',
    members: {
      status: { binding: 'status.' },
      operationId: { binding: 'operation_id.' },
      clientRequestId: { binding: 'client_request_id.' },
      errorCode: { binding: 'error_code.' },
      errorMessage: { binding: 'error_message.' },
      orders: { collection: 'Changed orders.' },
      deals: { collection: 'Deals.' },
      positions: { collection: 'Changed positions.' },
      accountState: { collection: 'The account state object.' },
    },
  },
  trading_state_snapshot: {
    about: 'The first message of a transactions subscription (interface 6).',
    members: {
      orders: { collection: 'Open orders.' },
      positions: { collection: 'Open positions.' },
      accountState: { collection: 'The account state object.' },
    },
  },
  account_state_event: {
    about: 'The periodic account state (interface 2.3).',
    members: {
      accountState: { collection: 'The object with balance, equity and used_margin.' },
    },
  },
  instrument_event: {
    about: 'A change of an instrument (interface 6.3).',
    members: {
      action: { binding: 'action.' },
      instrument: { binding: "The instrument's name." },
      conditions: { binding: 'The condition object.' },
    },
  },
  hmr_snapshot: {
    about: 'All HMR periods (interface 6.2).',
    members: {
      periods: { collection: 'The periods.' },
    },
  },
  hmr_update: {
    about: 'Changed and removed HMR periods (interface 6.2).',
    members: {
      upserted: { collection: 'Created or changed periods.' },
      removedIds: { collection: 'Identifiers of removed periods.' },
    },
  },
  tick: {
    about: 'A live tick (interface 4.6).',
    members: {
      instrument: { binding: "The instrument's name." },
      bid: { binding: 'Bid price.' },
      ask: { binding: 'Ask price.' },
      time: { binding: 'Time of the tick.' },
    },
  },
  command_accepted: {
    about: 'The answer to an accepted command (interface 4.5, rule 5); null when the target does not answer.',
    members: {
      event: { binding: 'The event kind that the answer names.' },
      commandId: { binding: "The command's id that the answer names." },
    },
  },
  command_refused: {
    about: 'The answer to a refused command; null when the target does not answer.',
    members: {
      event: { binding: 'The event kind that the answer names.' },
      commandId: { binding: "The command's id that the answer names." },
      code: { binding: 'Where error.code lies (interface 7.1).' },
      message: { binding: 'Where error_message lies.' },
    },
  },
  ignored: {
    about: 'Messages without meaning for the interface, such as heartbeats.',
    members: {
      reply: { reply: 'What must be sent back, such as a pong; {/pointer} takes a value of the message.' },
    },
  },
} as const;

/** Entities, wherever they occur; their members are those of the views. */
export const ENTITIES = {
  order: {
    about: 'An order.',
    members: {
      id: { binding: 'Identifier.' },
      type: { binding: 'Order type, spelled as in `words.orderType`.' },
      instrument: { binding: 'Instrument name.' },
      side: { binding: 'Side.' },
      state: { binding: 'State.' },
      volume: { binding: 'Volume.' },
      price: { binding: 'Price.' },
      stopLossPrice: { binding: 'Stop loss price.' },
      takeProfitPrice: { binding: 'Take profit price.' },
      positionId: { binding: 'The position that the order belongs to.' },
      parentOrderId: { binding: 'The main order to which an SLTP order belongs.' },
      clientRequestId: { binding: 'The idempotency key that made it.' },
      time: { binding: 'The time that history is sorted by.' },
    },
  },
  position: {
    about: 'A position.',
    members: {
      id: { binding: 'Identifier.' },
      instrument: { binding: 'Instrument name.' },
      side: { binding: 'Side.' },
      state: { binding: 'State.' },
      volume: { binding: 'Open volume.' },
      price: { binding: 'Opening price.' },
      stopLossPrice: { binding: 'Stop loss price.' },
      takeProfitPrice: { binding: 'Take profit price.' },
      time: { binding: 'Its time.' },
    },
  },
  deal: {
    about: 'A deal.',
    members: {
      id: { binding: 'Identifier.' },
      orderId: { binding: 'The order that made it.' },
      positionId: { binding: 'The position that it changed.' },
      balanceKind: { binding: 'Kind of a balance deal, spelled as in `words.balanceKind`.' },
      instrument: { binding: 'Instrument name.' },
      side: { binding: 'Side.' },
      volume: { binding: 'Volume.' },
      price: { binding: 'Price.' },
      amount: { binding: 'Change of the balance.' },
      time: { binding: 'The time that history is sorted by.' },
    },
  },
  accountState: {
    about: 'An account state (interface 2.3).',
    members: {
      balance: { binding: 'balance.' },
      equity: { binding: 'equity.' },
      usedMargin: { binding: 'used_margin.' },
    },
  },
  conditions: {
    about: 'Instrument conditions (interface 2.4).',
    members: {
      volumeMin: { binding: 'volume_min.' },
      volumeMax: { binding: 'volume_max.' },
      volumeStep: { binding: 'volume_step.' },
      pointDigits: { binding: 'point_digits.' },
    },
  },
  hmrPeriod: {
    about: 'An HMR period (interface 2.5).',
    members: {
      id: { binding: 'Identifier.' },
      instruments: { collection: 'Its instruments: names, objects, or a map by name.' },
      instrumentName: { pointers: 'Where an object holds the name.' },
      start: { binding: 'When it begins.' },
      end: { binding: 'When it ends; missing or null for one without an end.' },
    },
  },
} as const;

export const REQUESTS = {
  placeOrder: 'The call that places pending and SLTP orders (interface 4.1). Its path is stated; the body is yours.',
  openPosition: 'The call for market execution (interface 4.2). Its path is stated; the body is yours.',
  operationStatus: 'Operation status (interface 4.3).',
  account: 'Account configuration (interface 4.4).',
  instruments: 'Instruments that the account may use (interface 4.4).',
  conditions: 'Conditions of one instrument (interface 4.4).',
  limits: 'Quotas (interface 4.4).',
  eventsStream: 'Handshake of the server events stream (interface 4.5).',
  ticksStream: 'Handshake of the ticks stream (interface 4.6); null for a target without one.',
  snapshot:
    'The trading snapshot as a resource, which the interface does not show. Bound only when named here; {} takes the default path.',
  orderHistory: 'Closed orders. Bound only when named here; {} takes the defaults.',
  dealHistory: 'Deals. Bound only when named here; {} takes the defaults.',
  closePosition:
    'Closing a position, in part when a volume is given. Bound only when named here; {} takes the defaults.',
  cancelOrder: 'Cancelling a pending order. Bound only when named here; {} takes the defaults.',
} as const;
