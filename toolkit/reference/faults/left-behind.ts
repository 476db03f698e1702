// Faults of refused operations that leave something behind for some causes of refusal only (interface 3; 6.1).
import { changing } from './change.js';
import { type Fault, fault } from './fault.js';

export const leftBehindFaults: readonly Fault[] = [
  fault(
    'order-rejected-for-its-levels-stays-open',
    '3',
    ['transactions.rejected-changes-nothing'],
    'An order that is rejected for where its price, stop loss or take profit lies is placed all the same.',
    changing('executesRejected', () => (code) => code === 'TRADING_RULE_INVALID_PRICE_LEVEL'),
  ),
];
