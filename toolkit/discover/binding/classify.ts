// Which of the interface's messages a message is: by what the interface states of it, then by what it is called.
import type { JsonPrimitive } from '../../payload/json.js';
import { BALANCE_KINDS, INSTRUMENT_ACTIONS, TRANSACTION_STATUSES } from '../../payload/vocabulary.js';
import { EVENT_KINDS } from '../../profile/dialect/dialect.js';
import type { BoundMessage } from '../../profile/dialect/spec.js';
import { SERVER_EVENTS } from '../../profile/dialect/views.js';
import { matchMembers } from '../meaning/match-members.js';
import { plain, tokensOf } from '../meaning/names.js';
import { SENSES } from '../meaning/synonyms.js';
import { isLeaf, type Place, placesIn, type Shape } from '../shape/shape.js';
import { findCollection, findHolder } from './collections.js';
import type { MessageMaterial } from './material.js';

const ACCOUNT_STATE = ['balance', 'equity', 'used_margin'];
const CONDITIONS = ['volume_min', 'volume_max', 'volume_step', 'point_digits'];

/** Words in names of messages; all must be there. */
const CALLED: readonly (readonly [BoundMessage, readonly RegExp[]])[] = [
  ['hmr_update', [/^hmr|margin$/, /^upd|delta|change|increment/]],
  ['hmr_snapshot', [/^hmr|margin$/, /snap|full|state|periods/]],
  ['command_refused', [/refus|reject|error|fail|denied|nack|not/, /command|sub|request|done|ack/]],
  ['command_accepted', [/accept|subscribed|confirm|ack|done|ok/, /./]],
  ['trading_state_snapshot', [/snap|state|portfolio/, /trad|orders|portfolio|snapshot/]],
  ['transaction_event', [/^transaction|^txn?$|^execution/]],
  ['account_state_event', [/^account|^equity/]],
  ['instrument_event', [/^instrument|^symbol/]],
  ['tick', [/^ticks?$|^quotes?$|^prices?$/]],
  ['ignored', [/hello|welcome|heartbeat|ping|pong|greeting|keepalive|alive|banner/]],
];

/** Undefined for what cannot be told. */
export function classify(message: MessageMaterial): BoundMessage | undefined {
  const { shape, names, after, kind } = message;
  return (
    byEvidence(message) ?? kind ?? (after === 'refusal' ? 'command_refused' : byName([...names, ...topWords(shape)]))
  );
}

/** By what the interface states of the message: its name, or its members. */
export function byEvidence({ shape, names, stream }: MessageMaterial): BoundMessage | undefined {
  return byStatedName(shape, names) ?? byContent(shape, stream);
}

/** Names of events stand near the top, as a word or as the name of a member. */
const DEEPEST_NAME = 2;

/** A name that the interface gives to one of its events (section 6) says more than what the message looks like. */
function byStatedName(shape: Shape, names: readonly string[]): BoundMessage | undefined {
  const near = placesIn(shape).filter(({ steps }) => steps.length > 0 && steps.length <= DEEPEST_NAME);
  const said = new Set([
    ...names.map(plain),
    ...near.map(({ steps }) => plain(steps.at(-1) ?? '')),
    ...near.flatMap((place) => (isLeaf(place.shape) ? place.shape.words.map((word) => plain(String(word))) : [])),
  ]);
  const named = SERVER_EVENTS.filter((kind) => said.has(plain(kind)));
  return named.length === 1 ? named[0] : undefined;
}

function byContent(shape: Shape, stream: MessageMaterial['stream']): BoundMessage | undefined {
  const places = placesIn(shape);
  const has = (name: string): Place | undefined => places.find(({ steps }) => steps.at(-1) === name);
  if (has('upserted_periods') !== undefined || has('removed_period_ids') !== undefined) return 'hmr_update';
  if (has('periods') !== undefined) return 'hmr_snapshot';
  if (isSpokenIn(has('status'), TRANSACTION_STATUSES) && (has('operation_id') ?? has('payload')) !== undefined) {
    return 'transaction_event';
  }
  const holdsState = findHolder(shape, ACCOUNT_STATE) !== undefined;
  if (holdsState) {
    const isTrading =
      findCollection(shape, 'orders') !== undefined ||
      findCollection(shape, 'positions') !== undefined ||
      places.filter((place) => place.shape.kinds.has('array')).length >= LISTS_OF_A_STATE;
    return isSpokenIn(has('status'), TRANSACTION_STATUSES) || findCollection(shape, 'deals') !== undefined
      ? 'transaction_event'
      : isTrading
        ? 'trading_state_snapshot'
        : 'account_state_event';
  }
  if (isSpokenIn(has('action'), INSTRUMENT_ACTIONS) || findHolder(shape, CONDITIONS) !== undefined) {
    return 'instrument_event';
  }
  const isNumber = (place: Place | undefined): boolean => place?.shape.kinds.has('number') ?? false;
  if (isNumber(has('bid')) || isNumber(has('ask')) || (stream === 'ticks' && isQuote(shape))) return 'tick';
  const isRefusal = places.some(
    ({ steps }) => steps.at(-1) === 'error_message' || steps.slice(-2).join('/') === 'error/code',
  );
  if (isRefusal) return 'command_refused';
  const event = has('event');
  const namesKind = event?.shape.words.some((word) => EVENT_KINDS.some((kind) => kind === word)) ?? false;
  return namesKind && stream !== 'ticks' ? 'command_accepted' : undefined;
}

/** Open orders and open positions, whatever they are called: an account state that is sent for its own sake has no lists. */
const LISTS_OF_A_STATE = 2;

/** Two prices under names that mean bid and ask, in a message of the ticks stream. */
function isQuote(shape: Shape): boolean {
  const { bid, ask } = SENSES['tick'] ?? {};
  if (bid === undefined || ask === undefined) return false;
  const found = matchMembers(shape, { bid, ask });
  return [...found.values()].filter((match) => match.shape.kinds.has('number')).length === 2;
}

function isSpokenIn(place: Place | undefined, words: readonly string[]): boolean {
  return place?.shape.words.some((word) => words.some((known) => known === word)) ?? false;
}

function byName(names: readonly string[]): BoundMessage | undefined {
  const tokens = names.map(tokensOf);
  for (const [kind, wanted] of CALLED) {
    if (tokens.some((words) => wanted.every((one) => words.some((word) => one.test(word))))) return kind;
  }
  return undefined;
}

/** Names of members, and words that stand alone, at the top of a message or in a header there. */
function topWords(shape: Shape): readonly string[] {
  const named = [...shape.members].flatMap(([name, { words }]) => [name, ...words.filter(isShortText)]);
  const headed = placesIn(shape).filter(
    ({ steps }) => steps.length === DEEPEST_NAME && KIND.test(plain(steps[1] ?? '')),
  );
  return [...named, ...headed.flatMap((place) => place.shape.words.filter(isShortText))];
}

const KIND = /^(type|kind|event|eventtype|msgtype|messagetype|topic|channel|name|e|t|ev|k)$/;

function isShortText(word: JsonPrimitive): word is string {
  return typeof word === 'string' && word.length < 40 && !BALANCE_KINDS.some((kind) => kind === word);
}
