// Attributes of a span or a log record of OpenTelemetry, which are a list of keys beside typed values, as the object that they mean.
import type { JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../payload/json-kind.js';

type Members = Readonly<Record<string, JsonValue>>;

const MOST_ATTRIBUTES = 1000;

/** `[{key, value: {stringValue}}, …]` as an object; undefined for another list. */
export function attributesIn(list: readonly JsonValue[]): Members | undefined {
  if (list.length === 0 || list.length > MOST_ATTRIBUTES) return undefined;
  const pairs = list.flatMap((one): readonly (readonly [string, JsonValue])[] => {
    const key = isJsonObject(one) ? one['key'] : undefined;
    const value = isJsonObject(one) ? plainOf(one['value']) : undefined;
    return typeof key === 'string' && value !== undefined ? [[key, value]] : [];
  });
  return pairs.length === list.length ? Object.fromEntries(pairs) : undefined;
}

function plainOf(value: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(value)) return undefined;
  const list = isJsonObject(value['arrayValue']) ? value['arrayValue']['values'] : undefined;
  if (isJsonArray(list)) return list.map((one) => plainOf(one) ?? null);
  return value['stringValue'] ?? value['intValue'] ?? value['doubleValue'] ?? value['boolValue'];
}
