// Stream messages as text, made once per event and speech and shared by all connections. A rule may amend a message per connection;
// while it returns the very message that it was given, the shared text is used.

import { kept } from '../../base/kept.js';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import type { DomainEvent } from '../domain.js';
import type { Rules } from '../rules/rules.js';
import type { MessageReader } from '../rules/telling/rendering.js';
import type { Speech } from '../speech/speech.js';

/** A text with its UTF-8 form, which sockets share. */
export interface EncodedText {
  readonly text: string;
  readonly bytes: Buffer;
}

export class EventTexts {
  readonly #speech: Speech;
  readonly #rules: Rules;
  readonly #messages = new WeakMap<DomainEvent, { readonly said: JsonObject | undefined }>();
  readonly #batches = new WeakMap<object, JsonValue>();
  readonly #texts = new WeakMap<object, EncodedText>();

  constructor(speech: Speech, rules: Rules) {
    this.#speech = speech;
    this.#rules = rules;
  }

  /** Undefined for what the speech does not say. */
  message(event: DomainEvent, { accountId, ordinal }: MessageReader): JsonValue | undefined {
    const { said } = kept(this.#messages, event, () => ({ said: this.#speech.event(event) }));
    return said === undefined ? undefined : this.#rules.amendMessage(said, event, { accountId, ordinal });
  }

  /** The text of one message in a frame of its own. */
  single(message: JsonValue): EncodedText {
    if (typeof message !== 'object' || message === null) return encode(this.#speech.batch([message]) ?? message);
    return this.#shared(kept(this.#batches, message, () => this.#speech.batch([message]) ?? message));
  }

  /** The text of several messages in one frame, or undefined where the speech has no such frame. */
  batch(messages: readonly JsonValue[]): EncodedText | undefined {
    if (this.#speech.inLines === true) {
      const text = messages.map((message) => this.single(message).text).join('\n');
      return { text, bytes: Buffer.from(text) };
    }
    const frame = this.#speech.batch(messages);
    return frame === undefined ? undefined : encode(frame);
  }

  #shared(frame: JsonValue): EncodedText {
    return typeof frame === 'object' && frame !== null ? kept(this.#texts, frame, () => encode(frame)) : encode(frame);
  }
}

function encode(frame: JsonValue): EncodedText {
  const text = JSON.stringify(frame);
  return { text, bytes: Buffer.from(text) };
}
