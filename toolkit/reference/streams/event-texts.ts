// Stream messages as text, made once per event and speech and shared by all connections. A rule may amend a message per connection;
// while it returns the very message that it was given, the shared text is used.

import type { JsonObject, JsonValue } from '../../payload/json.js';
import type { DomainEvent } from '../domain.js';
import type { Rules } from '../rules/rules.js';
import type { Speech } from '../speech/speech.js';

/** A text with its UTF-8 form, which sockets share. */
export interface EncodedText {
  readonly text: string;
  readonly bytes: Buffer;
}

export class EventTexts {
  readonly #speech: Speech;
  readonly #rules: Rules;
  readonly #messages = new WeakMap<DomainEvent, JsonObject>();
  readonly #batches = new WeakMap<object, JsonValue>();
  readonly #texts = new WeakMap<object, EncodedText>();

  constructor(speech: Speech, rules: Rules) {
    this.#speech = speech;
    this.#rules = rules;
  }

  message(event: DomainEvent, ordinal: number): JsonValue {
    let message = this.#messages.get(event);
    if (message === undefined) {
      message = this.#speech.event(event);
      this.#messages.set(event, message);
    }
    return this.#rules.amendMessage(message, event, { ordinal });
  }

  /** The text of one message in a frame of its own. */
  single(message: JsonValue): EncodedText {
    if (typeof message !== 'object' || message === null) {
      return encode(this.#speech.batch([message]) ?? message);
    }
    let frame = this.#batches.get(message);
    if (frame === undefined) {
      frame = this.#speech.batch([message]) ?? message;
      this.#batches.set(message, frame);
    }
    return this.#shared(frame);
  }

  /** The text of several messages in one frame, or undefined where the speech has no such frame. */
  batch(messages: readonly JsonValue[]): EncodedText | undefined {
    const frame = this.#speech.batch(messages);
    return frame === undefined ? undefined : encode(frame);
  }

  #shared(frame: JsonValue): EncodedText {
    if (typeof frame !== 'object' || frame === null) {
      return encode(frame);
    }
    let text = this.#texts.get(frame);
    if (text === undefined) {
      text = encode(frame);
      this.#texts.set(frame, text);
    }
    return text;
  }
}

function encode(frame: JsonValue): EncodedText {
  const text = JSON.stringify(frame);
  return { text, bytes: Buffer.from(text) };
}
