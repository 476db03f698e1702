// The examples of the contract documents: one for every operation and message, each valid by the schema beside which it stands.

import { describe, expect, it } from 'vitest';
import { createAjv } from '../../../payload/ajv.js';
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonObject } from '../../../payload/json-kind.js';
import { contractDocuments } from '../documents.js';

interface Shown {
  readonly where: string;
  readonly schema: JsonObject;
  readonly example: JsonValue;
}

/** Every example beside a schema: `example` of OpenAPI, `payload` with `examples` of AsyncAPI. */
function shownIn(value: JsonValue | undefined, where = ''): readonly Shown[] {
  if (Array.isArray(value)) return value.flatMap((item: JsonValue, at) => shownIn(item, `${where}/${at}`));
  if (!isJsonObject(value)) return [];
  const { schema, example, payload, examples } = value;
  const own = isJsonObject(schema) && example !== undefined ? [{ where, schema, example }] : [];
  const messages = Array.isArray(examples) && isJsonObject(payload) ? examples : [];
  return [
    ...own,
    ...messages.map((one: JsonValue) => ({
      where,
      // Beside `examples` stands a payload, as tested above.
      schema: payload as JsonObject,
      example: isJsonObject(one) ? (one['payload'] ?? null) : null,
    })),
    ...Object.entries(value).flatMap(([name, member]) => shownIn(member, `${where}/${name}`)),
  ];
}

describe.each(['default', 'contrary'] as const)('the examples of the %s dialect', (dialect) => {
  const documents = [...contractDocuments(dialect)].map(
    // Documents of this project.
    ([path, text]) => [path, JSON.parse(text()) as JsonObject & { components: JsonObject }] as const,
  );

  it.each(documents)('are valid by the schemas of %s', (_path, document) => {
    const { components } = document;
    const ajv = createAjv({ all: true })
      .addVocabulary(['components', 'example'])
      .addSchema({ $id: 'contract', components });
    const shown = shownIn(document);
    for (const { where, schema, example } of shown) {
      const rooted = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"contract#/components'));
      const validate = ajv.compile(rooted);
      validate(example);
      expect(validate.errors ?? [], where).toEqual([]);
    }
    expect(shown.length).toBeGreaterThan(15);
  });

  it('leave out no operation and no message', () => {
    const [openapi, asyncapi] = documents.map(([, document]) => document);
    const operations = Object.values(openapi?.['paths'] ?? {}).flatMap((path) => Object.values(path ?? {}));
    for (const operation of operations) {
      const bodies = JSON.stringify(operation).match(/"application\/json":\{"schema":/g)?.length ?? 0;
      const examples = JSON.stringify(operation).match(/"example":/g)?.length ?? 0;
      expect(examples).toBeGreaterThan(bodies === 0 ? 0 : 1);
    }
    const messages = Object.values((asyncapi?.components['messages'] ?? {}) as Record<string, { examples: unknown[] }>);
    expect(messages.length).toBeGreaterThan(8);
    for (const { examples } of messages) expect(examples.length).toBeGreaterThan(0);
  });
});
