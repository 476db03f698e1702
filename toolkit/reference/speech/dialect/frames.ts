// The frames of the streams in a dialect's spelling (interface 6): what makes a message known as what it is, and several in one frame.
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonObject } from '../../../payload/json-kind.js';
import type { BoundMessage, DialectSpec, Frames, MessageForm, Recognition } from '../../../profile/dialect/spec.js';
import type { DomainEvent } from '../../domain.js';
import type { Speech } from '../speech.js';
import type { Values } from '../values.js';
import { placesOf, written } from './entity-writers.js';
import { compileExample } from './examples.js';
import type { JsonDraft, Steps } from './json-draft.js';
import type { MessageWriters } from './message-writers.js';
import { type Choose, first, forBeginning, forEnding, placeOf, satisfy, stepsOf } from './places.js';

type Spoken = Pick<Speech, 'event' | 'commandAccepted' | 'commandRefused' | 'batch' | 'inLines'>;
interface Manner {
  readonly choose?: Choose;
  /** The date-time of what is told. */
  readonly time?: JsonValue | undefined;
}
type Say = (fill: (sheet: JsonDraft, root: Steps) => void, manner?: Manner) => JsonObject;
type SayBy = (kind: BoundMessage, form: Recognition) => Say;

export function spokenFrames(spec: DialectSpec, writers: MessageWriters, values: Values): Spoken {
  const { frames, messages } = spec;
  const say: SayBy = (kind, form) => {
    const make = compileMessage(spec, kind, form);
    return (fill, manner) => values.object(make(fill, manner));
  };
  const events = compileEvents(messages, writers, say, values);
  const [accepted] = formsOf(messages, 'command_accepted').map((form) => ({
    form,
    say: say('command_accepted', form),
  }));
  const [refused] = formsOf(messages, 'command_refused').map((form) => ({ form, say: say('command_refused', form) }));
  return {
    event: (event) => {
      const spoken = events[event.kind](event);
      return spoken === undefined ? undefined : wrapped(spoken, event, values);
    },
    commandAccepted: ({ action, event: kind }, { id }) => {
      if (accepted === undefined) return undefined;
      const choose = action === 'subscribe' ? forBeginning : forEnding;
      const { event, commandId } = accepted.form;
      const places = placesOf({ event, commandId }, choose);
      const said = { event: kind, commandId: id };
      return accepted.say((sheet, root) => void written(places, said, sheet, root), { choose });
    },
    commandRefused: (refusal, read) => {
      if (refused === undefined) return undefined;
      const { event, commandId, code, message } = refused.form;
      const said = { event: read?.command.event, commandId: read?.id, code: refusal.code, message: refusal.name };
      return refused.say(
        (sheet, root) => void written(placesOf({ event, commandId, code, message }), said, sheet, root),
      );
    },
    batch: compileBatch(frames, values.behaviour.burst),
    inLines: frames.documents === 'several',
  };
}

type Events = Readonly<Record<DomainEvent['kind'], (event: DomainEvent) => JsonObject | undefined>>;

function compileEvents(messages: DialectSpec['messages'], writers: MessageWriters, say: SayBy, values: Values): Events {
  function compile<Kind extends DomainEvent['kind']>(kind: Kind): (event: DomainEvent) => JsonObject | undefined {
    const forms = formsOf(messages, kind).map((form) => ({ form, say: say(kind, form), fill: writers[kind](form) }));
    return (event) => {
      const whole = forms.find(({ form }) => canTell(form, event)) ?? forms[0];
      const time = values.time(event.atMs, { in: kind, of: 'envelope' }, 'event_time');
      // Asked for events of this kind alone.
      return whole?.say((sheet, root) => whole.fill(event as Parameters<typeof whole.fill>[0], sheet, root), { time });
    };
  }
  return {
    transaction_event: compile('transaction_event'),
    trading_state_snapshot: compile('trading_state_snapshot'),
    account_state_event: compile('account_state_event'),
    instrument_event: compile('instrument_event'),
    hmr_snapshot: compile('hmr_snapshot'),
    hmr_update: compile('hmr_update'),
    tick: compile('tick'),
  };
}

/** Of several forms of one kind, one that has a place for every entity is taken. */
function canTell(form: MessageForm<BoundMessage>, event: DomainEvent): boolean {
  if (event.kind !== 'transaction_event') return true;
  const bound = form as MessageForm<'transaction_event'>; // Forms are asked about events of their own kind alone.
  const { orders, deals, positions } = event.payload;
  return (
    (orders.length === 0 || bound.orders !== null) &&
    (deals.length === 0 || bound.deals !== null) &&
    (positions.length === 0 || bound.positions !== null)
  );
}

/** A message by its form: what it says first, then what makes it known as what it is. */
function compileMessage({ frames, examples, dateTimes }: DialectSpec, of: BoundMessage, form: Recognition): Say {
  const root = placeOf(form.at ?? frames.at) ?? [];
  const place = placeOf(frames.kind);
  const { kind = null, when } = form;
  const begin = compileExample(examples?.messages?.[of], form, root, dateTimes);
  const kinds = isList(kind) ? kind : [kind];
  return (fill, { choose = first, time } = {}) => {
    const sheet = begin(time);
    sheet.put(root, {});
    fill(sheet, root);
    const word: JsonValue = choose(kinds) ?? null;
    if (word !== null && place !== undefined) sheet.put(place, word);
    satisfy(sheet, when, choose);
    return sheet.object;
  };
}

/** The wrapper of interface 2.2 where a rule wants one that HMR has not, or does not want the one that is there. */
function wrapped(message: JsonObject, { kind }: DomainEvent, { rules }: Values): JsonObject {
  const isHmr = kind === 'hmr_snapshot' || kind === 'hmr_update';
  if (isHmr && rules.hasWrapper(kind)) return { payload: message, ...message };
  if (kind !== 'transaction_event' || rules.hasWrapper(kind)) return message;
  const { payload, ...envelope } = message;
  return isJsonObject(payload) ? { ...envelope, ...payload } : message;
}

/**
 * Frames that hold lists: where a path leads to the list, every message is an item of one; where the frame itself may be
 * the list, only the messages of a service that sends them together are.
 */
function compileBatch({ split }: Frames, together: boolean): Speech['batch'] {
  const paths = (split === null ? [] : typeof split === 'string' ? [split] : split).map(stepsOf);
  const inner = paths.filter((steps) => steps.length > 0);
  const isList = together && inner.length < paths.length;
  if (inner.length === 0) return isList ? (messages) => messages : () => undefined;
  const listed = (message: JsonValue): JsonValue => inner.reduce(withList, message);
  return (messages) => {
    if (isList) return messages.map(listed);
    const [only] = messages;
    return messages.length === 1 && only !== undefined ? listed(only) : undefined;
  };
}

/** The message with what lies there as the only item of a list, or of a map by name where the path ends in `*`. */
function withList(message: JsonValue, steps: Steps): JsonValue {
  const [step, ...rest] = steps;
  if (step === undefined) return [message];
  if (step === '*' && rest.length === 0) return isJsonObject(message) ? asMap(message) : message;
  const member = isJsonObject(message) ? message[step] : undefined;
  return isJsonObject(message) && member !== undefined ? { ...message, [step]: withList(member, rest) } : message;
}

/** What the reader of frames finds under `@key` and `@value` of such an item, put back. */
function asMap({ '@key': name, '@value': value, ...item }: JsonObject): JsonObject {
  return typeof name === 'string' ? { [name]: value ?? item } : item;
}

function formsOf<Kind extends BoundMessage>(
  messages: DialectSpec['messages'],
  kind: Kind,
): readonly MessageForm<Kind>[] {
  const forms: MessageForm<Kind> | readonly MessageForm<Kind>[] | null = messages[kind];
  if (forms === null) return [];
  return isList(forms) ? forms : [forms];
}

function isList<One>(value: One | readonly One[]): value is readonly One[] {
  return Array.isArray(value);
}
