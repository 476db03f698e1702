// Messages of the streams from an AsyncAPI document (2 and 3), or from what an OpenAPI document says of them beside its paths: the POST
// that models the command (interface 4.5, rule 2) and components that are called like messages.
import type { JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject, memberOf } from '../../payload/json-kind.js';
import type { MessageMaterial, StreamName } from '../binding/material.js';
import { tokensOf } from '../meaning/names.js';
import type { Shape } from '../shape/shape.js';
import { type Description, DescriptionDefect, type Found } from './document.js';
import { SchemaReader } from './schema.js';
import { isCommand } from './templates.js';

export interface DescribedMessages {
  /** What the target sends. */
  readonly sent: readonly MessageMaterial[];
  /** What it takes, by stream. */
  readonly taken: readonly { readonly stream: StreamName | undefined; readonly shape: Shape }[];
}

/** Throws `DescriptionDefect` for what is no AsyncAPI 2 or 3 document. */
export function readAsyncapi(description: Description): DescribedMessages {
  const { root } = description;
  const version = root['asyncapi'];
  if (typeof version !== 'string' || !/^[23]\./.test(version)) {
    throw new DescriptionDefect(
      `expected an AsyncAPI document of version 2 or 3, got ${JSON.stringify(version ?? null)}`,
    );
  }
  const reader = new SchemaReader(description);
  const channels = Object.entries(isJsonObject(root['channels']) ? root['channels'] : {});
  const found = channels.flatMap(([name, channel]) =>
    readChannel(description, reader, { value: channel, pointer: `#/channels/${escaped(name)}` }, name),
  );
  return sorted(found);
}

/** Components of an OpenAPI document that are called like messages. */
export function readMessageComponents(description: Description): DescribedMessages {
  const reader = new SchemaReader(description);
  const schemas = memberOf(description.root['components'], 'schemas');
  const found = Object.entries(isJsonObject(schemas) ? schemas : {}).flatMap(([name, value]) => {
    const words = tokensOf(name);
    // What the interface states alone is part of a message, not one.
    const isMessage =
      words.some((word) =>
        /^(event|message|update|tick|command|subscribe|unsubscribe|subscribed|accepted|refused)$/.test(word),
      ) || /snapshot$/i.test(name);
    if (!isMessage || words[0] === 'stated') return [];
    const shape = reader.read({ value, pointer: `#/components/schemas/${escaped(name)}` });
    return shape === undefined || !shape.kinds.has('object') ? [] : [{ stream: undefined, shape, names: [name] }];
  });
  return sorted(found);
}

function sorted(found: readonly MessageMaterial[]): DescribedMessages {
  const isTaken = ({ shape, names }: MessageMaterial): boolean => isCommand(shape, names);
  return {
    sent: found.filter((one) => !isTaken(one)),
    taken: found.filter(isTaken).map(({ stream, shape }) => ({ stream, shape })),
  };
}

function readChannel(
  description: Description,
  reader: SchemaReader,
  one: Found,
  name: string,
): readonly MessageMaterial[] {
  const found = description.resolve(one);
  if (found === undefined || !isJsonObject(found.value)) return [];
  const { value, pointer } = found;
  const address = typeof value['address'] === 'string' ? value['address'] : name;
  const stream = /tick|quote|price/i.test(address) ? 'ticks' : /event/i.test(address) ? 'events' : undefined;
  const three = Object.entries(isJsonObject(value['messages']) ? value['messages'] : {}).map(([key, message]) => ({
    value: message,
    pointer: `${pointer}/messages/${escaped(key)}`,
    key,
  }));
  const two = (['publish', 'subscribe'] as const).flatMap((action) => {
    const message = memberOf(value[action], 'message');
    return message === undefined ? [] : alternatives(message, `${pointer}/${action}/message`);
  });
  return [...three, ...two].flatMap((message) => readMessage(description, reader, message, stream));
}

function alternatives(message: JsonValue, pointer: string): readonly (Found & { readonly key: string })[] {
  const list = memberOf(message, 'oneOf');
  if (!isJsonArray(list)) return [{ value: message, pointer, key: '' }];
  return list.map((value, index) => ({ value, pointer: `${pointer}/oneOf/${index}`, key: '' }));
}

function readMessage(
  description: Description,
  reader: SchemaReader,
  message: Found & { readonly key: string },
  stream: StreamName | undefined,
): readonly MessageMaterial[] {
  const found = description.resolve(message);
  if (found === undefined || !isJsonObject(found.value)) return [];
  const payload = found.value['payload'];
  if (payload === undefined) return [];
  const schema = memberOf(payload, 'schemaFormat') === undefined ? payload : (memberOf(payload, 'schema') ?? {});
  const shape = reader.read({ value: schema, pointer: `${found.pointer}/payload` });
  if (shape === undefined) return [];
  const names = [
    message.key,
    ...['name', 'title', 'messageId'].flatMap((member) => memberOf(found.value, member) ?? []),
  ];
  return [
    {
      stream,
      shape,
      names: [...names.filter((name) => typeof name === 'string' && name !== ''), ...shape.names].map(String),
    },
  ];
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
