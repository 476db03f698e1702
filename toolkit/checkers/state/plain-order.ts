// Interface 6.1, rule 3: an order of its own, that belongs to no other order and no position.
import type { JsonObject } from '../../payload/json.js';
import { has, textAt } from '../ledger/views.js';

export function isPlainOrder(order: JsonObject): boolean {
  return !(has(order, 'parentOrderId') || has(order, 'positionId')) && !/sltp/i.test(textAt(order, 'type') ?? '');
}
