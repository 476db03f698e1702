// Properties of a dialect read backwards: whatever it writes is read back as what it was written from.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Dialect, EVENT_KINDS, REQUEST_NAMES, type RequestName, type RequestParams } from '../dialect.js';

/** Characters that a path, a query or a text may trip over. */
const text = fc.oneof(
  fc.stringMatching(/^[A-Za-z0-9._~-]{1,12}$/),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter((one) => !/[\ud800-\udfff]/u.test(one)),
);
const decimal = fc.stringMatching(/^(0|[1-9][0-9]{0,20})(\.[0-9]{1,9})?$/);
const time = fc
  .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
  .map((date) => date.toISOString().replace('Z', '+00:00'));
const id = fc.oneof(text, fc.bigInt({ min: 1n, max: 10n ** 20n }).map(String));

const PARAMS: fc.Arbitrary<RequestParams> = fc.record(
  {
    accountId: id,
    operationId: id,
    instrument: text,
    type: fc.constantFrom('limit', 'stop', 'sltp', 'market'),
    side: fc.constantFrom('buy', 'sell'),
    volume: decimal,
    price: decimal,
    stopLossPrice: decimal,
    takeProfitPrice: decimal,
    positionId: id,
    orderId: id,
    limit: fc.nat(),
    cursor: text,
    from: time,
    to: time,
  },
  { requiredKeys: ['accountId', 'operationId', 'instrument', 'positionId', 'orderId'] },
);

/** A parameter that the request was written without cannot be read back; every other one is what it was. */
function expectReadBack(dialect: Dialect, name: RequestName, params: RequestParams): void {
  const { method, path, body } = dialect.request(name, params);
  const read = dialect.readRequest(method, path, Buffer.from(body ?? ''));
  expect([read?.request, read?.accountId]).toEqual([name, params.accountId]);
  for (const [param, value] of Object.entries(read?.params ?? {})) {
    expect([param, value]).toEqual([param, params[param as keyof RequestParams]]); // of parameters the names are these
  }
  // The same request again: nothing that was written is lost.
  const again: RequestParams = { ...(read?.params as Partial<RequestParams>), accountId: params.accountId };
  expect(dialect.request(name, again)).toEqual(dialect.request(name, params));
}

/** Declares the tests of one dialect. */
export function readsBack(dialect: Dialect): void {
  it.each(REQUEST_NAMES.filter((name) => dialect.has(name)))('reads %s', (name) => {
    fc.assert(
      fc.property(PARAMS, (params) => expectReadBack(dialect, name, params)),
      { numRuns: 100 },
    );
  });

  it('reads commands', () => {
    const params = fc.record(
      {
        event: fc.oneof(fc.constantFrom(...EVENT_KINDS, 'ticks'), text),
        instruments: fc.array(text),
        commandId: fc.nat().map(String),
      },
      { requiredKeys: ['event'] },
    );
    fc.assert(
      fc.property(fc.constantFrom('subscribe' as const, 'unsubscribe' as const), params, (action, command) => {
        expect(dialect.readCommand(dialect.command(action, command), 'events')).toEqual({ action, ...command });
      }),
      { numRuns: 100 },
    );
  });
}
