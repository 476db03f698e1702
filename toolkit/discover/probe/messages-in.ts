// What a dialect reads in a frame that a probe has kept; nothing where it fails on it, as on a frame of more messages than any has.
import type { JsonValue } from '../../payload/json.js';
import type { Dialect } from '../../profile/dialect/dialect.js';
import type { StreamMessage } from '../../profile/dialect/views.js';

export function messagesIn(dialect: Pick<Dialect, 'readFrame'>, frame: JsonValue): readonly StreamMessage[] {
  try {
    return dialect.readFrame(frame);
  } catch {
    return [];
  }
}
