// Frames of the streams into messages (interface 6): split a frame, tell the kind of each message, read it into its view.
import type { JsonValue } from '../../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../../payload/json-kind.js';
import type { Dialect } from '../dialect.js';
import type { BoundMessage, DialectSpec, Frames, MessageForm, Messages, Recognition } from '../spec.js';
import { SERVER_EVENTS, type StreamMessage } from '../views.js';
import { compileJsonText } from '../writing/template.js';
import type { EntityReaders } from './entities.js';
import { compileWhen, type Test } from './match.js';
import { compileMessage } from './messages.js';
import { compilePointers, parsePointer, type Reader } from './pointer.js';

/** The order in which kinds are tried: events first, since an answer to a command is often known by its id alone. */
const KINDS: readonly BoundMessage[] = [...SERVER_EVENTS, 'tick', 'command_refused', 'command_accepted', 'ignored'];

interface Rule {
  readonly fits: Test;
  readonly root: Reader;
  readonly read: (message: JsonValue) => StreamMessage;
}

export function compileFrames(
  spec: Pick<DialectSpec, 'frames' | 'messages'>,
  entities: EntityReaders,
): Pick<Dialect, 'readFrame' | 'replyTo' | 'answersCommands'> {
  const rules = KINDS.flatMap((kind) =>
    formsOf(spec.messages, kind).map(
      (form): Rule => ({
        fits: compileFits(spec.frames, form),
        // An ignored message stays whole, since its reply may need a value of the frame.
        root: compilePointers(kind === 'ignored' ? '' : (form.at ?? spec.frames.at)),
        read: compileMessage(kind, form, entities),
      }),
    ),
  );
  const split = compileSplit(spec.frames.split);
  return {
    readFrame: (frame) => {
      const messages = split(frame).map((message) => recognise(message, rules));
      return messages.length === 0 ? [{ kind: 'ignored', message: frame, view: {} }] : messages;
    },
    replyTo: compileReply(spec.frames, formsOf(spec.messages, 'ignored')),
    answersCommands: {
      accepted: spec.messages.command_accepted !== null,
      refused: spec.messages.command_refused !== null,
    },
  };
}

function formsOf<Kind extends BoundMessage>(messages: Messages, kind: Kind): readonly MessageForm<Kind>[] {
  const forms: OneOrMore<Kind> | null = messages[kind];
  if (forms === null) return [];
  return isList(forms) ? forms : [forms];
}

type OneOrMore<Kind extends BoundMessage> = MessageForm<Kind> | readonly MessageForm<Kind>[];

function isList<Kind extends BoundMessage>(forms: OneOrMore<Kind>): forms is readonly MessageForm<Kind>[] {
  return Array.isArray(forms);
}

function recognise(message: JsonValue, rules: readonly Rule[]): StreamMessage {
  for (const rule of rules) {
    if (!rule.fits(message)) continue;
    const root = rule.root(message);
    if (root !== undefined) return rule.read(root);
  }
  return { kind: 'unknown', message, view: {} };
}

function compileFits(frames: Frames, form: Recognition): Test {
  const tests: Test[] = [];
  if (form.kind !== undefined && form.kind !== null) {
    const words: readonly JsonValue[] = Array.isArray(form.kind) ? form.kind : [form.kind];
    const read = compilePointers(frames.kind);
    tests.push((message) => {
      const word = read(message);
      return word !== undefined && words.includes(word);
    });
  }
  if (form.when !== undefined) tests.push(compileWhen(form.when));
  return (message) => tests.length > 0 && tests.every((test) => test(message));
}

/**
 * Each list in turn: a message is the frame in which the list gives way to one of its items. A pointer that ends in `/*` leads to a map by
 * name, such as ticks by instrument; its item then holds the name under `@key`, and under `@value` what is no object itself.
 */
function compileSplit(split: Frames['split']): (frame: JsonValue) => readonly JsonValue[] {
  const paths = (split === null ? [] : typeof split === 'string' ? [split] : split).map(parsePointer);
  return (frame) =>
    paths.reduce<readonly JsonValue[]>(
      (messages, steps) => {
        const room = { messages: MOST_MESSAGES, around: MOST_AROUND };
        return messages.flatMap((one) => unfold(one, steps, room));
      },
      [frame],
    );
}

/**
 * A frame is bounded, and what its lists make of it is not: two lists multiply, and what stands around a list is in each of its messages.
 * No service comes near: a megabyte holds ten thousand ticks.
 */
const MOST_MESSAGES = 20_000;
const MOST_AROUND = 8 << 20;

/** Messages, and characters around them, that the frame may still become. */
interface Room {
  messages: number;
  around: number;
}

function unfold(value: JsonValue, steps: readonly string[], room: Room): readonly JsonValue[] {
  const [step, ...rest] = steps;
  if (step === undefined) return within(room, isJsonArray(value) && isBatch(value) ? value : [value]);
  if (step === ANY && rest.length === 0 && isJsonObject(value)) {
    return within(room, Object.entries(value)).map(namedItem);
  }
  if (isJsonArray(value)) {
    const place = Number(step);
    if (!/^\d+$/.test(step) || place >= value.length) return [value];
    const items = unfold(value[place] ?? null, rest, room);
    takeAround(room, items, value, value[place] ?? null);
    return items.map((item) => value.with(place, item));
  }
  if (!isJsonObject(value) || !Object.hasOwn(value, step)) return [value];
  const items = unfold(value[step] ?? null, rest, room);
  takeAround(room, items, value, value[step] ?? null);
  return items.map((item) => ({ ...value, [step]: item }));
}

function within<One>(room: Room, messages: readonly One[]): readonly One[] {
  room.messages -= messages.length;
  if (room.messages < 0) throw new RangeError(`frames.split: a frame of more than ${MOST_MESSAGES} messages`);
  return messages;
}

/** What stands around a list, once for each message that it makes. */
function takeAround(room: Room, items: readonly JsonValue[], whole: JsonValue, list: JsonValue): void {
  if (items.length < 2) return;
  room.around -= items.length * (JSON.stringify(whole).length - JSON.stringify(list).length);
  if (room.around < 0) {
    throw new RangeError(`frames.split: a frame that becomes more than ${MOST_AROUND} characters around its messages`);
  }
}

const ANY = '*';

function namedItem([name, item]: readonly [string, JsonValue]): JsonValue {
  return isJsonObject(item) ? { ...item, '@key': name } : { '@key': name, '@value': item };
}

/** A list that holds a word or a number is one message written as a list, ["tick", {...}]: none of its parts tells what it is. */
export function isBatch(list: readonly JsonValue[]): boolean {
  return list.every((item) => isJsonArray(item) || isJsonObject(item));
}

function compileReply(frames: Frames, forms: readonly MessageForm<'ignored'>[]): Dialect['replyTo'] {
  const replies = forms.flatMap((form) => {
    if (form.reply === undefined) return [];
    const write = compileJsonText(form.reply, { has: isPointer, names: ['/pointer'] });
    return [{ fits: compileFits(frames, form), write }];
  });
  return ({ kind, message }) => {
    if (kind !== 'ignored') return undefined;
    const reply = replies.find((one) => one.fits(message));
    return reply?.write((pointer) => compilePointers(pointer)(message));
  };
}

/** Placeholders of replies are pointers into the message; a malformed one is refused when the dialect is compiled. */
function isPointer(name: string): boolean {
  parsePointer(name);
  return name !== '';
}
