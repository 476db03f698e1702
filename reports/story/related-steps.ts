// Which steps belong together: a repeat with what it repeats, an event with the request whose operation it tells. Said in each step's own
// line, since keys and operations are long and alike.
import { memberOf } from '../../toolkit/payload/json-kind.js';
import type { ViewerRecord } from '../render/viewer-data.js';
import { type Item, textOf } from './items.js';

/** How a step is referred to, by its place. */
export type Naming = (place: number) => string;

const SHORT = 12;

/** A clause for each item, empty where there is nothing to say. */
export function relations(items: readonly Item[], nameOf: Naming): readonly string[] {
  const byKey = new Map<string, number>();
  const byOperation = new Map<string, number>();
  for (const [place, item] of items.entries()) {
    if (item.type !== 'exchange') continue;
    const { request, outcome } = item;
    if (request.key !== null && request.key !== '' && !byKey.has(request.key)) byKey.set(request.key, place);
    const operation = acknowledged(outcome);
    if (operation !== null && !byOperation.has(operation)) byOperation.set(operation, place);
  }
  return items.map((item, place) => (item.type === 'exchange' ? ofRequest(item, place) : ofEvent(item.record)));

  function ofRequest({ request }: Extract<Item, { type: 'exchange' }>, place: number): string {
    const first = byKey.get(request.key ?? '');
    const earlier = first === undefined || first >= place ? undefined : items[first];
    if (first === undefined || earlier?.type !== 'exchange') return '';
    return request.raw === earlier.request.raw
      ? `a repeat of ${nameOf(first)}`
      : `under the key of ${nameOf(first)}, with another payload`;
  }

  function ofEvent({ kind, parsed, operation, key }: ViewerRecord): string {
    if (kind !== 'event' || memberOf(parsed, 'kind') !== 'transaction_event') return '';
    const own = byOperation.get(operation ?? '');
    if (own !== undefined) return `of ${nameOf(own)}`;
    const sent = byKey.get(key ?? '');
    const item = sent === undefined ? undefined : items[sent];
    const told = item?.type === 'exchange' ? acknowledged(item.outcome) : null;
    if (sent !== undefined) {
      return told === null
        ? `under the key of ${nameOf(sent)}`
        : `under the key of ${nameOf(sent)}, whose 202 named ${told}`;
    }
    return key === null || key === '' ? '' : `key ${shortened(key)}`;
  }
}

function acknowledged(outcome: ViewerRecord | undefined): string | null {
  return textOf(memberOf(outcome?.parsed, 'status')) === '202' ? (outcome?.operation ?? null) : null;
}

/** Keys of one client differ at their ends. */
function shortened(key: string): string {
  return key.length <= SHORT ? key : `…${key.slice(-SHORT)}`;
}
