// The contract documents: valid by the validators of their formats, and true of what the running service says.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAjv, type ValidateFunction } from '../../payload/ajv.js';
import { PLACE_ORDER_FINAL, PLACE_ORDER_SYNCHRONOUS_NAMES } from '../../payload/error-codes.js';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { SECURITY_SCHEMES } from '../../payload/vocabulary.js';
import { followPointer, parsePointer } from '../../profile/dialect/reading/pointer.js';
import { type Reference, startReference } from '../index.js';
import { OrdinaryClient } from '../sandbox/ordinary-client.test.aid.js';
import { contractDocuments } from './documents.js';

type Document = Record<string, never> & { readonly paths: Record<string, Record<string, Record<string, JsonValue>>> };

async function served(reference: Reference, path: string): Promise<JsonObject> {
  const response = await fetch(`${reference.baseUrl}${path}`);
  expect(response.status).toBe(200);
  return (await response.json()) as JsonObject; // a document of this project
}

describe.each(['default', 'contrary'] as const)('the documents of the %s dialect', (dialect) => {
  it('are valid OpenAPI 3.1', async () => {
    const text = contractDocuments(dialect).get('/openapi.json')?.() ?? '';
    const result = await new Validator().validate(JSON.parse(text));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
  });

  it('are valid AsyncAPI 3.0', () => {
    const text = contractDocuments(dialect).get('/asyncapi.json')?.() ?? '';
    // The schema of the format itself; its own validator comes with a package that reports installations.
    const path = createRequire(import.meta.url).resolve('@asyncapi/specs/schemas/3.0.0-without-$id.json');
    const ajv = new Ajv({ strict: false, validateFormats: false });
    const validate = ajv.compile(JSON.parse(readFileSync(path, 'utf8')));
    const document = JSON.parse(text) as JsonObject; // a document of this project
    validate(document);
    expect(validate.errors ?? []).toEqual([]);
    const dangling = [...text.matchAll(/"\$ref":"#([^"]+)"/g)].map(([, pointer = '']) => pointer);
    expect(dangling.filter((pointer) => followPointer(document, parsePointer(pointer)) === undefined)).toEqual([]);
  });
});

describe('the OpenAPI document', () => {
  let reference: Reference;
  beforeAll(async () => {
    reference = await startReference({ accounts: 2 });
  });
  afterAll(() => reference.close());

  it('names the six security schemes, and both lists of codes on the call that places orders', async () => {
    const document = (await served(reference, '/openapi.json')) as unknown as Document;
    const { securitySchemes } = document['components'] as unknown as { securitySchemes: JsonObject };
    expect(Object.keys(securitySchemes)).toEqual([...SECURITY_SCHEMES]);
    const place = document.paths['/v1/trading/accounts/{account_id}/orders']?.['post'];
    expect(place?.['x-public-error-codes']).toEqual(PLACE_ORDER_SYNCHRONOUS_NAMES);
    expect(place?.['x-public-async-error-codes']).toEqual(PLACE_ORDER_FINAL);
  });

  it('lists the nine stated paths, and the command of the stream as a POST', async () => {
    const { paths } = (await served(reference, '/openapi.json')) as unknown as Document;
    expect(Object.keys(paths)).toHaveLength(14);
    expect(Object.keys(paths['/v1/server-events/accounts/{account_id}/ws/events'] ?? {})).toEqual(['get', 'post']);
    const parameters = JSON.stringify(paths).match(/"in":"header"/g);
    expect(parameters).toBeNull();
  });
});

/** The member under which the contrary dialect puts the message that its profile reads. */
const WRAPPERS: Readonly<Record<string, string>> = { command_accepted: 'done', command_refused: 'not_done' };

describe.each(['default', 'contrary'] as const)('the schemas of the %s dialect', (dialect) => {
  let reference: Reference;
  let client: OrdinaryClient;
  let validatorOf: (component: string) => ValidateFunction;
  beforeAll(async () => {
    reference = await startReference({ accounts: 2, dialect });
    client = new OrdinaryClient(reference.profile);
    const document = (await served(reference, '/openapi.json')) as unknown as { components: { schemas: JsonObject } };
    const { components } = document;
    const ajv = createAjv({ all: true }).addVocabulary(['components']).addSchema({ $id: 'contract', components });
    validatorOf = (component) => {
      const validate = ajv.getSchema(`contract#/components/schemas/${component}`);
      if (validate === undefined) throw new Error(`no component ${component}`);
      return validate;
    };
  });

  afterAll(() => reference.close());

  function whole(kind: string, message: JsonValue): JsonValue {
    return dialect === 'default' || kind.startsWith('hmr_') ? message : { [WRAPPERS[kind] ?? kind]: message };
  }

  function expectValid(component: string, value: JsonValue): void {
    const validate = validatorOf(component);
    validate(value);
    expect(validate.errors ?? []).toEqual([]);
  }

  it('describe every answer and message of a trading day', async () => {
    const events = await client.open('eventsStream');
    for (const event of ['transactions', 'account_state']) {
      events.command('subscribe', { event, commandId: event });
    }
    events.command('subscribe', { event: 'instruments', instruments: ['all'] });
    events.command('subscribe', { event: 'hmr', instruments: ['EURUSD'] });
    events.command('subscribe', { event: 'ticks' });
    await events.next('command_refused');
    const accountId = client.accountId;
    const open = await client.send('openPosition', { instrument: 'EURUSD', side: 'buy', volume: '0.10' });
    expectValid('Ack', open.body);
    const opened = await events.next('transaction_event', ({ view }) => (view.positions?.length ?? 0) > 0);
    const positionId = opened.view.positions?.[0]?.id ?? '';
    await client.send('placeOrder', {
      type: 'sltp',
      instrument: 'EURUSD',
      positionId,
      stopLossPrice: '0.90000',
    });
    await client.send('placeOrder', { type: 'limit', instrument: 'EURUSD', side: 'buy', volume: '999', price: '0.9' });
    await events.next('transaction_event', ({ view }) => view.status === 'rejected');
    await reference.control.perform('account.deposit', { account_id: accountId, kind: 'dividend', amount: '10' });
    await reference.control.perform('instrument.update', {
      account_id: accountId,
      instrument: 'EURUSD',
      volume_max: '50.00',
    });
    const { period_id: periodId = '' } = await reference.control.perform('hmr.upsert', {
      account_id: accountId,
      instruments: 'EURUSD',
    });
    await reference.control.perform('hmr.remove', { account_id: accountId, period_id: periodId });
    await events.next('hmr_update', ({ view }) => (view.removedIds?.length ?? 0) > 0);
    await events.next('instrument_event');
    await events.next('account_state_event');
    const components: Readonly<Record<string, string>> = {
      transaction_event: 'TransactionEvent',
      trading_state_snapshot: 'TradingStateSnapshot',
      account_state_event: 'AccountStateEvent',
      instrument_event: 'InstrumentEvent',
      hmr_snapshot: 'HmrSnapshot',
      hmr_update: 'HmrUpdate',
      command_accepted: 'CommandAccepted',
      command_refused: 'CommandRefused',
    };
    const received = events.received.filter(({ kind }) => kind !== 'ignored');
    for (const { kind, message } of received) {
      expectValid(components[kind] ?? kind, whole(kind, message));
    }
    expect(new Set(received.map(({ kind }) => kind))).toEqual(new Set(Object.keys(components)));
    const answers = [
      ['Account', 'account', {}],
      ['Instruments', 'instruments', {}],
      ['Conditions', 'conditions', { instrument: 'XAUUSD' }],
      ['Limits', 'limits', {}],
      ['Snapshot', 'snapshot', {}],
      ['OrderPage', 'orderHistory', { limit: 1 }],
      ['DealPage', 'dealHistory', { limit: 1 }],
      ['OperationStatus', 'operationStatus', { operationId: String(client.dialect.readAck(open.body).operationId) }],
      ['Error', 'operationStatus', { operationId: 'unknown' }],
      ['Error', 'conditions', { instrument: 'NOSUCHINSTRUMENT' }],
    ] as const;
    for (const [component, name, params] of answers) {
      expectValid(component, (await client.send(name, params)).body);
    }
    await events.close();
  });
});
