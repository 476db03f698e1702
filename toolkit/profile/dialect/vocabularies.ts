// The vocabularies whose spelling a target may choose, with the interface's words or, where it has none, the suite's.
import { BALANCE_KINDS, INSTRUMENT_ACTIONS, ORDER_TYPES } from '../../payload/vocabulary.js';

/** States of an operation as the suite names them; `pending` stands for not finished yet (interface 4.3). */
export const OPERATION_STATES = ['pending', 'success', 'rejected', 'failed'] as const;

/** Vocabularies whose spelling a target may choose, in the interface's words or, where it has none, in the suite's. */
export type Vocabulary =
  | 'side'
  | 'orderType'
  | 'orderState'
  | 'positionState'
  | 'operationState'
  | 'balanceKind'
  | 'action'
  | 'tradeMode'
  | 'accountStatus';

/** By vocabulary: what it is for, and the interface's words. */
export const WORDS: Readonly<Record<Vocabulary, { readonly about: string; readonly words: readonly string[] }>> = {
  side: { about: 'Side of an order, position or deal.', words: ['buy', 'sell'] },
  orderType: {
    about: 'Order types (interface 2.2), and the word by which a market order would be asked for.',
    words: [...ORDER_TYPES, 'market'],
  },
  orderState: {
    about: 'States of an order (interface 3 leaves them open).',
    words: ['pending', 'filled', 'cancelled', 'rejected', 'expired'],
  },
  positionState: { about: 'States of a position.', words: ['open', 'closed'] },
  operationState: {
    about: 'What operation status shows (interface 4.3); `pending` stands for not finished yet.',
    words: OPERATION_STATES,
  },
  balanceKind: { about: 'Kinds of balance deals (interface 2.2).', words: BALANCE_KINDS },
  action: { about: 'Actions of instrument events (interface 3).', words: INSTRUMENT_ACTIONS },
  tradeMode: {
    about: 'trade_mode of an account; `normal` is the mode without restriction.',
    words: ['normal', 'trading_disabled'],
  },
  accountStatus: {
    about: 'account_status of an account; `normal` is the status without restriction.',
    words: ['normal', 'close_only'],
  },
};
