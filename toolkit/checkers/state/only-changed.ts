// Interface 6.1, rule 2: a trading transaction contains only what it created or changed. An order or a position that an event names
// exactly as an event of another operation had shown it on the same connection was not changed, unless the operation is about it: its
// request names it, or something in the event that is new or changed does. An event that brings nothing else may be one that is told
// again, and is not judged.
import { kept } from '../../base/kept.js';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import type { Checker, CheckerContext } from '../checker.js';
import { entitiesOf } from '../ledger/entities.js';
import type { Message } from '../ledger/entry.js';
import { has, listOf, textAt } from '../ledger/views.js';
import { isPlainOrder } from './plain-order.js';

const REQUIREMENT = 'transactions.only-changed-entities';
/** Entities of one connection that a later event may show again; older ones are forgotten. */
const REMEMBERED = 2000;

interface Shown {
  readonly text: string;
  readonly operation: string;
  readonly i: number;
  readonly message: JsonValue;
}

/** By the names of orders, positions and deals. */
type Memory = Map<string, Shown>;

export const onlyChanged: Checker = {
  name: 'only-changed',
  sees: ['closed', 'transaction_event'],
  summary: 'events hold nothing that their transaction neither created nor changed',
  requirements: [REQUIREMENT],
  start(context) {
    const memories = new Map<string, Memory>();
    return {
      see(entry) {
        if (entry.type === 'closed') memories.delete(entry.conn);
        if (entry.type !== 'message' || entry.kind !== 'transaction_event') return;
        if (entry.view['status'] !== 'success') return;
        const memory = kept(memories, entry.conn, () => new Map());
        judge(entry, memory, context);
      },
    };
  },
};

function judge(message: Message, memory: Memory, { ledger, findings }: CheckerContext): void {
  const { view, key, account, operationId, i } = message;
  const operation = operationId ?? `event ${i}`;
  const use = key === undefined ? undefined : ledger.account(account).keys.get(key);
  const isKnown = use === undefined || (use.params !== undefined && !use.isDamaged);
  const named = namedIn(view);
  const before = new Map(named.map(({ name }) => [name, memory.get(name)]));
  const isSame = ({ name, text }: Named): boolean => before.get(name)?.text === text;
  const bringsNews = named.some((one) => !isSame(one));
  const related = new Set([...named.filter((one) => !isSame(one)).flatMap(({ of }) => of), ...textsIn(use?.params)]);
  for (const one of named) {
    const shown = before.get(one.name);
    remember(memory, one.name, { text: one.text, operation, i, message: message.message });
    if (!one.isJudged || shown === undefined || shown.operation === operation || !isKnown || !bringsNews) continue;
    const isChanged = !isSame(one) || inFull(message.message, one.id) !== inFull(shown.message, one.id);
    findings.judge(REQUIREMENT, isChanged || related.has(one.id), () => ({
      message: `an event names ${one.name}, which its transaction has not changed`,
      expected: 'only what the transaction created or changed',
      actual: `${one.name} exactly as an earlier event of something else showed it`,
      evidence: [i, shown.i],
    }));
  }
}

/** Everything in the message that has the identifier, with the members that no dialect binds, since one of them may have changed. */
function inFull(message: JsonValue, id: string): string {
  const found: string[] = [];
  const look = (value: JsonValue): void => {
    if (typeof value !== 'object' || value === null) return;
    const members = Object.values(value);
    if (!Array.isArray(value) && members.some((member) => String(member) === id)) found.push(JSON.stringify(value));
    for (const member of members) look(member);
  };
  look(message);
  return found.sort().join('\n');
}

interface Named {
  readonly name: string;
  readonly id: string;
  readonly text: string;
  /** What it says that it belongs to, among others. */
  readonly of: readonly string[];
  /** Orders that protect and deals say that an event brings something, no more. */
  readonly isJudged: boolean;
}

function namedIn(view: JsonObject): readonly Named[] {
  const entities = entitiesOf(view).map(([name, entity]) => ({
    name,
    id: textAt(entity, 'id') ?? '',
    text: JSON.stringify(entity),
    of: membersOf(entity),
    isJudged: name.startsWith('position') || isPlainOrder(entity),
  }));
  const deals = (listOf(view, 'deals') ?? []).map((deal) => {
    const id = textAt(deal, 'id') ?? '';
    return { name: `deal ${id}`, id, text: JSON.stringify(deal), of: membersOf(deal), isJudged: false };
  });
  // What is booked beside or instead of a trade is of no order and no position, and others judge what stands beside it.
  const isBooking = (listOf(view, 'deals') ?? []).some((deal) => has(deal, 'balanceKind'));
  return [...entities.map((one) => ({ ...one, isJudged: one.isJudged && !isBooking })), ...deals];
}

function membersOf(entity: JsonObject): readonly string[] {
  return Object.entries(entity).flatMap(([member, value]) => (member === 'id' ? [] : textsIn(value)));
}

function textsIn(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function remember(memory: Memory, name: string, shown: Shown): void {
  memory.delete(name);
  memory.set(name, shown);
  if (memory.size <= REMEMBERED) return;
  const [oldest] = memory.keys();
  if (oldest !== undefined) memory.delete(oldest);
}
