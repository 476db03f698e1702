// Results which say that an account can carry no more (interface 7.2). On an account of the pool, which check after check trades on and
// which not every target lets the suite clear, they are the suite's own doing.
import type { RecordDraft } from '../../../../toolkit/journal/record.js';
import { memberOf } from '../../../../toolkit/payload/json-kind.js';

const TOO_MANY_ORDERS = 'TRADING_RULE_TOO_MANY_PENDING_ORDERS';
const NAMES: readonly string[] = [
  TOO_MANY_ORDERS,
  'TRADING_RULE_INSUFFICIENT_MARGIN',
  'TRADING_RULE_MARGIN_LEVEL_TOO_LOW',
];

export function saysExhausted(record: RecordDraft): boolean {
  return says(NAMES, record);
}

export function saysTooManyOrders(record: RecordDraft): boolean {
  return says([TOO_MANY_ORDERS], record);
}

function says(names: readonly string[], record: RecordDraft): boolean {
  if (record.kind !== 'event' && record.kind !== 'ok') return false;
  const view = memberOf(record.parsed, 'view');
  return ['errorCode', 'errorMessage'].some((member) => {
    const value = memberOf(view, member);
    return typeof value === 'string' && names.includes(value);
  });
}
