// Warnings about what a profile binds although the interface states it.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../payload/json.js';
import { fillDialect } from './fill.js';
import { respelled } from './respelled.js';

describe('what a dialect respells', () => {
  it('is nothing in the default dialect', () => {
    expect(respelled(fillDialect({}))).toEqual([]);
  });

  const cases: readonly (readonly [string, JsonObject, string])[] = [
    [
      'a name',
      { bodies: { ack: { operationId: '/id' } } },
      'bodies.ack.operationId binds /id, which interface 2.1 names operation_id',
    ],
    [
      'an alternative beside the name',
      { bodies: { operation: { errorCode: ['/error_code', '/error/code'] } } },
      'bodies.operation.errorCode binds /error/code, which interface 4.3 names error_code',
    ],
    [
      'error.code',
      { bodies: { error: { code: '/code' } } },
      'bodies.error.code binds /code, which interface 7.1 names error.code',
    ],
    [
      'entities of a payload',
      { messages: { transaction_event: { orders: { at: '/payload/changes', where: { '/entity': 'o' } } } } },
      'messages.transaction_event.orders binds /payload/changes, for which interface 2.2 suggests orders',
    ],
    [
      'a word',
      { words: { orderType: { limit: ['limit', 'LIMIT'] } } },
      'words.orderType spells limit as "LIMIT", a word that the interface states',
    ],
    [
      'a field of a placement',
      { requests: { placeOrder: { body: { order: { qty: '{volume|number}' } } } } },
      'requests.placeOrder writes qty: {volume}, which interface 4.1 names otherwise',
    ],
    [
      'the member of a command',
      { commands: { subscribe: { channel: '{event}' } } },
      'commands writes channel: {event}, which interface 4.5, rule 4, names otherwise',
    ],
    [
      'a path',
      { requests: { limits: { path: '/v2/limits' } } },
      'requests.limits is GET /v2/limits, which interface 4 states as GET /v1/configuration/accounts/{account_id}/limits',
    ],
  ];
  it.each(cases)('tells %s', (_what, stated, warning) => {
    expect(respelled(fillDialect(stated))).toEqual([warning]);
  });

  it('leaves nesting open', () => {
    const stated = {
      bodies: { ack: { at: '/data', operationId: '/ack/operation_id' }, error: { code: '/x/error/code' } },
    };
    expect(respelled(fillDialect(stated))).toEqual([]);
  });
});
