// Which of the interface's messages a message is: by what the interface states of it, then by what it is called.
import type { JsonPrimitive } from '../../payload/json.js';
import { BALANCE_KINDS, INSTRUMENT_ACTIONS, TRANSACTION_STATUSES } from '../../payload/vocabulary.js';
import { EVENT_KINDS } from '../../profile/dialect/dialect.js';
import type { BoundMessage } from '../../profile/dialect/spec.js';
import { tokensOf } from '../meaning/names.js';
import { type Place, placesIn, type Shape } from '../shape/shape.js';
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
export function classify({ shape, names, stream, after }: MessageMaterial): BoundMessage | undefined {
  return byContent(shape, stream, after) ?? byName([...names, ...topWords(shape)]);
}

function byContent(
  shape: Shape,
  stream: MessageMaterial['stream'],
  after: MessageMaterial['after'],
): BoundMessage | undefined {
  const places = placesIn(shape);
  const has = (name: string): Place | undefined => places.find(({ steps }) => steps.at(-1) === name);
  if (has('upserted_periods') !== undefined || has('removed_period_ids') !== undefined) return 'hmr_update';
  if (has('periods') !== undefined) return 'hmr_snapshot';
  if (isSpokenIn(has('status'), TRANSACTION_STATUSES) && (has('operation_id') ?? has('payload')) !== undefined) {
    return 'transaction_event';
  }
  const holdsState = findHolder(shape, ACCOUNT_STATE) !== undefined;
  if (holdsState) {
    const isTrading = findCollection(shape, 'orders') !== undefined || findCollection(shape, 'positions') !== undefined;
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
  if (isNumber(has('bid')) || isNumber(has('ask'))) return 'tick';
  const isRefusal = places.some(
    ({ steps }) => steps.at(-1) === 'error_message' || steps.slice(-2).join('/') === 'error/code',
  );
  if (isRefusal) return 'command_refused';
  const event = has('event');
  const namesKind = event?.shape.words.some((word) => EVENT_KINDS.some((kind) => kind === word)) ?? false;
  if (namesKind && stream !== 'ticks') return 'command_accepted';
  return after === 'refusal' ? 'command_refused' : undefined;
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

/** Names of members, and words that stand alone, at the top of a message. */
function topWords({ members }: Shape): readonly string[] {
  return [...members].flatMap(([name, { words }]) => [name, ...words.filter(isShortText)]);
}

function isShortText(word: JsonPrimitive): word is string {
  return typeof word === 'string' && word.length < 40 && !BALANCE_KINDS.some((kind) => kind === word);
}
