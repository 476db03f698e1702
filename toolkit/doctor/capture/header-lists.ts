// Headers in the forms that JSON has for them: `{name: value}`, `{name: [values]}`, `[[name, value]]`, `[{name, value}]`,
// `[name, value, …]`.
import type { JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../payload/json-kind.js';

type Header = readonly [name: string, value: string];
type Members = Readonly<Record<string, JsonValue>>;

/** A member by its name in any case. */
export function member(node: Members | undefined, name: string): JsonValue | undefined {
  if (node === undefined) return undefined;
  const key = Object.hasOwn(node, name) ? name : Object.keys(node).find((one) => one.toLowerCase() === name);
  return key === undefined ? undefined : node[key];
}

export function listOf(value: JsonValue | undefined): readonly Header[] {
  if (isJsonArray(value)) {
    const areLines = value.every((one) => typeof one === 'string' && /^:?[\w-]+:/.test(one));
    if (value.length > 0 && value.length % 2 === 0 && !areLines && value.every((one) => typeof one === 'string')) {
      return value.flatMap((one, at): readonly Header[] =>
        at % 2 === 0 ? [[String(one), String(value[at + 1])]] : [],
      );
    }
    return value.flatMap((one): readonly Header[] => {
      const [name, text] = isJsonArray(one)
        ? one
        : isJsonObject(one)
          ? [member(one, 'name') ?? member(one, 'key'), headerValue(one)]
          : typeof one === 'string' && one.includes(':')
            ? [one.slice(0, one.indexOf(':', 1)).trim(), one.slice(one.indexOf(':', 1) + 1).trim()]
            : [];
      return typeof name === 'string' ? [[name, text === undefined || text === null ? '' : String(text)]] : [];
    });
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, one]): readonly Header[] =>
    (isJsonArray(one) ? one : [one]).flatMap((text): readonly Header[] => {
      const plain = isJsonObject(text) ? headerValue(text) : text;
      return isJsonObject(plain) || isJsonArray(plain) ? [] : [[name, String(plain ?? '')]];
    }),
  );
}

/** `{key, value}` of CloudFront, `{value}` of its functions. */
const headerValue = (one: Members): JsonValue | undefined => onlyOf(member(one, 'value') ?? member(one, 'values'));

export const onlyOf = (value: JsonValue | undefined): JsonValue | undefined =>
  isJsonArray(value) && value.length === 1 ? value[0] : value;
