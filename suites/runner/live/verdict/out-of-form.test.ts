import { describe, expect, it } from 'vitest';
import type { RecordDraft } from '../../../../toolkit/journal/record.js';
import type { JsonValue } from '../../../../toolkit/payload/json.js';
import { BLANK } from '../target/target-journal.js';
import { outOfForm } from './out-of-form.js';

function answered(view: JsonValue, more: object = {}): RecordDraft & { i: number } {
  return { ...BLANK, kind: 'ok', check: null, cause: null, parsed: { view, ...more }, i: 7 };
}

describe('what is out of form', () => {
  it.each<[string, JsonValue, string]>([
    ['an object for a code', { code: { a: 1 } }, '/view/code is an object'],
    ['a list for a figure', { conditions: { pointDigits: [{}] } }, '/view/conditions/pointDigits is a list'],
    ['a huge number', { orders: [{ volume: 1e308 }] }, '/view/orders/0/volume is a number beyond all figures'],
    ['half a character', { operationId: 'a\ud800' }, '/view/operationId is text with half a character'],
    ['a huge exponent', { balance: '1e999' }, '/view/balance is a figure of more than 60 digits'],
    ['a novel', { message: 'a'.repeat(5000) }, '/view/message is text of 5000 characters'],
  ])('is %s', (_name, view, what) => {
    expect(outOfForm([answered({ code: 1 }), answered(view)])).toEqual({ record: 7, what });
  });

  it('is what readers of JSON disagree on', () => {
    expect(outOfForm([answered({}, { bodyFault: 'a doubled member' })])?.what).toBe('a doubled member');
  });

  it.each<JsonValue>([
    null,
    'text',
    [],
    { operationId: 12, clientRequestId: 'a-b', status: true },
    {
      orders: [{ volume: '0.0100', price: 1.5, state: null, respelled: { limit: 'L' } }],
      accountState: { balance: '-5' },
    },
    { code: '\ud83d\udcb0', errorMessage: 'a\u0301' },
    { items: Array.from({ length: 500 }, () => ({ id: '9'.repeat(40) })), cursor: 'A'.repeat(2000) },
  ])('is not %j', (view) => {
    expect(outOfForm([answered(view)])).toBeUndefined();
  });
});
