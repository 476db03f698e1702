import { describe, expect, it } from 'vitest';
import { DESCRIPTION_LIMITS, Description, readDescription } from './document.js';
import { proposeFromDescriptions } from './propose.js';

const HEAD =
  'openapi: 3.1.0\npaths:\n  /v1/trading/accounts/{a}/orders:\n    post:\n      requestBody: {content: {application/json: {schema: ';

async function remarksOf(schema: string, more: string = ''): Promise<readonly string[]> {
  const description = new Description(await readDescription(`${HEAD}${schema}}}}\n${more}`, 'hostile.yaml'));
  return proposeFromDescriptions(description, undefined).remarks;
}

describe('a hostile description', () => {
  it('may refer to itself', async () => {
    const loop =
      'components: {schemas: {A: {properties: {a: {$ref: "#/components/schemas/A"}}, items: {$ref: "#/components/schemas/A"}}, B: {$ref: "#/components/schemas/B"}}}';
    await expect(remarksOf('{$ref: "#/components/schemas/A"}', loop)).resolves.toBeInstanceOf(Array);
    await expect(remarksOf('{$ref: "#/components/schemas/B"}', loop)).resolves.toBeInstanceOf(Array);
  });

  it('reads nothing outside of itself, and says so', async () => {
    expect(await remarksOf('{$ref: "file:///etc/passwd"}')).toEqual([
      expect.stringContaining('outside of the description was not followed'),
    ]);
    expect(await remarksOf('{$ref: "https://example.test/order.json#/Order"}')).toEqual([
      expect.stringContaining('bundle it'),
    ]);
    expect(await remarksOf('{$ref: "#/nowhere"}')).toEqual([expect.stringContaining('leads nowhere')]);
  });

  it('unfolds into a bounded number of schemas', async () => {
    const wide = Array.from(
      { length: 12 },
      (_, n) =>
        `S${n}: {properties: {${Array.from({ length: 12 }, (_, m) => `m${m}: {$ref: "#/components/schemas/S${n + 1}"}`).join(', ')}}}`,
    );
    const more = `components: {schemas: {${wide.join(', ')}, S12: {type: string}}}`;
    expect(await remarksOf('{$ref: "#/components/schemas/S0"}', more)).toEqual([
      expect.stringContaining('the rest was left out'),
    ]);
  });

  it.each([
    ['too much text', `{"a": "${'x'.repeat(DESCRIPTION_LIMITS.bytes)}"}`, 'bytes'],
    ['too many levels', `{"a": ${'['.repeat(200)}${']'.repeat(200)}}`, 'levels'],
    ['no object', '- 1', 'object'],
    ['broken JSON', '{"a": ', 'JSON'],
    [
      'an alias bomb',
      `a: &a [x]\n${Array.from('bcdefghij', (name, n) => `${name}: &${name} [${Array.from({ length: 9 }, () => `*${'abcdefghi'[n]}`).join(', ')}]`).join('\n')}`,
      'YAML',
    ],
  ])('is refused with %s', async (_what, text, said) => {
    await expect(readDescription(text, 'hostile')).rejects.toThrow(said);
  });

  it('keeps members that are called like those of every object', async () => {
    await expect(remarksOf('{properties: {__proto__: {type: string}, constructor: {type: string}}}')).resolves.toEqual(
      [],
    );
  });
});

it('reads merge keys of YAML, which many descriptions use', async () => {
  const text = 'x-read: &read\n  parameters: []\npaths:\n  /v1/a:\n    get: { <<: *read, summary: a }\n';
  expect(await readDescription(text, 'merged.yaml')).toMatchObject({
    paths: { '/v1/a': { get: { parameters: [], summary: 'a' } } },
  });
});
