// Holds the schemas of files to the code that reads them.
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../base/package-root.js';
import { createAjv, readSchema } from '../../payload/ajv.js';
import type { JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject, memberOf } from '../../payload/json-kind.js';
import { CONTROL_NAMES } from '../control/build.js';
import { DEFAULT_DIALECT } from '../dialect/default-spelling.js';
import { REQUEST_NAMES } from '../dialect/dialect.js';
import { fillDialect } from '../dialect/fill.js';
import { loadDialect } from '../dialect/load-dialect.js';
import { PART_NAMES } from '../parts.js';
import { CLAIMS, KEY_ROLES } from '../profile.js';
import { loadProfile } from './load.js';

const profile = readSchema('toolkit/profile/profile.schema.json');
const dialect = readSchema('toolkit/profile/dialect/dialect.schema.json');

function membersAt(schema: JsonValue, ...names: readonly string[]): readonly string[] {
  let at: JsonValue | undefined = schema;
  for (const name of names) at = memberOf(memberOf(at, 'properties'), name);
  const properties = memberOf(at, 'properties');
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

function keysOf(value: object): readonly string[] {
  return Object.keys(value).sort();
}

/** Every named member of a schema that says nothing about itself, by itself or by what it refers to. */
function undescribed(schema: JsonValue | undefined, root: JsonValue, path: string): readonly string[] {
  if (isJsonArray(schema)) return schema.flatMap((item, index) => undescribed(item, root, `${path}/${index}`));
  if (!isJsonObject(schema)) return [];
  const properties = schema['properties'];
  const own = isJsonObject(properties)
    ? Object.entries(properties).flatMap(([name, member]) => (isDescribed(member, root) ? [] : [`${path}/${name}`]))
    : [];
  return [...own, ...Object.entries(schema).flatMap(([name, value]) => undescribed(value, root, `${path}/${name}`))];
}

function isDescribed(schema: JsonValue, root: JsonValue): boolean {
  const target = memberOf(schema, '$ref');
  const name = typeof target === 'string' ? target.replace('#/$defs/', '') : '';
  return (
    typeof memberOf(schema, 'description') === 'string' ||
    memberOf(schema, 'const') !== undefined ||
    typeof memberOf(memberOf(memberOf(root, '$defs'), name), 'description') === 'string'
  );
}

describe('profile.schema.json', () => {
  it('knows every key role, claim and control action of the code, and no other', () => {
    expect([...membersAt(profile, 'keys')].sort()).toEqual([...KEY_ROLES].sort());
    expect([...membersAt(profile, 'claims')].sort()).toEqual([...CLAIMS, 'notYet'].sort());
    const claims = memberOf(memberOf(profile, 'properties'), 'claims');
    const notYet = memberOf(memberOf(memberOf(claims, 'properties'), 'notYet'), 'items');
    expect(memberOf(notYet, 'enum')).toEqual([...PART_NAMES]);
    expect([...membersAt(profile, 'control')].sort()).toEqual(['*', ...CONTROL_NAMES].sort());
  });

  it('is a schema, and so is that of dialects', () => {
    for (const schema of [profile, dialect]) expect(createAjv({ all: true }).validateSchema(schema)).toBe(true);
  });

  it('explains every member', () => {
    expect(undescribed(profile, profile, '')).toEqual([]);
    // Conditions of single vocabulary words speak for themselves.
    expect(undescribed(dialect, dialect, '').filter((path) => !/\/(words|states)\/|variants/.test(path))).toEqual([]);
  });
});

describe('dialect.schema.json', () => {
  const validate = createAjv({ all: true }).compile(dialect);

  it('accepts the default dialect, and what it becomes when it is filled in', () => {
    expect(validate(DEFAULT_DIALECT), JSON.stringify(validate.errors)).toBe(true);
    expect(validate(fillDialect({})), JSON.stringify(validate.errors)).toBe(true);
  });

  // Members of bodies, messages and entities are held by the type of the default dialect, which follows from the same tables.
  it('knows every part, request and word of the default dialect, and no other', () => {
    const { requests, words } = DEFAULT_DIALECT;
    expect([...membersAt(dialect)].sort()).toEqual(keysOf({ ...DEFAULT_DIALECT, examples: '', module: '' }));
    expect(keysOf(requests)).toEqual([...REQUEST_NAMES].sort());
    for (const [name, list] of Object.entries(words))
      expect([...membersAt(dialect, 'words', name)].sort()).toEqual(keysOf(list));
  });
});

describe('example-profile.yaml', () => {
  const path = join(packageRoot(), 'toolkit/profile/example-profile.yaml');
  const key = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
  const env = { EXAMPLE_KEY_ID: 'id', EXAMPLE_PRIVATE_KEY: key, EXAMPLE_ADMIN_TOKEN: 'token' };

  it('loads, and its dialect reads what its comments promise', async () => {
    const example = await loadProfile(path, { env });
    expect(dirname(example.file ?? '')).toBe(dirname(path));
    expect(example.claims).toMatchObject({
      ticks: false,
      orderHistory: true,
      closePosition: true,
      cancelOrder: false,
      quota: true,
    });
    const spoken = await loadDialect(example);
    expect(spoken.has('ticksStream')).toBe(false);
    expect(
      spoken.request('placeOrder', { accountId: '1', type: 'sltp', positionId: '77', stopLossPrice: '1.0' }).body,
    ).toBe('{"kind":"sltp","position":77,"stop_loss_price":"1.0"}');
    const [event, ping] = spoken.readFrame([
      { topic: 'TX', body: { status: 'success', payload: { changes: [{ entity: 'order', value: { id: 5 } }] } } },
      { topic: 'PING', body: { ts: 3 } },
    ]);
    expect(event).toMatchObject({
      kind: 'transaction_event',
      view: { status: 'success', orders: [{ id: '5' }], deals: [] },
    });
    expect(ping && spoken.replyTo(ping)).toBe('{"op":"pong","of":3}');
    expect(spoken.readAck({ ack: { operation_id: 'op' } })).toEqual({ operationId: 'op' });
  });
});
