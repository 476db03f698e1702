import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../base/package-root.js';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { isJsonArray, isJsonObject } from '../../payload/json-kind.js';
import { DEFAULT_DIALECT } from '../../profile/dialect/default-spelling.js';
import { fillDialect } from '../../profile/dialect/fill.js';
import { contractDocuments } from '../../reference/contract/documents.js';
import { CONTRARY_DIALECT } from '../../reference/speech/contrary-dialect.js';
import { applyProposals } from '../proposals/apply.js';
import { missingOf } from '../proposals/missing.js';
import type { Findings } from '../proposals/proposal.js';
import { Description, readDescription } from './document.js';
import { proposeFromDescriptions } from './propose.js';

async function describedBy(openapi: string, asyncapi: string | undefined): Promise<Findings> {
  const read = async (text: string): Promise<Description> => new Description(await readDescription(text, 'text'));
  return proposeFromDescriptions(await read(openapi), asyncapi === undefined ? undefined : await read(asyncapi));
}

async function ofReference(dialect: 'default' | 'contrary'): Promise<Findings> {
  const documents = contractDocuments(dialect);
  return describedBy(documents.get('/openapi.json')?.() ?? '', documents.get('/asyncapi.json')?.() ?? '');
}

function trial(name: string): string {
  return readFileSync(`${packageRoot()}/toolkit/discover/trials/${name}.yaml`, 'utf8');
}

function at(value: JsonValue | undefined, ...steps: readonly string[]): JsonValue | undefined {
  return steps.reduce<JsonValue | undefined>((found, step) => (isJsonObject(found) ? found[step] : undefined), value);
}

/** Members with their values; what is bound as a whole is one. */
function members(value: JsonValue, path: readonly string[] = []): readonly (readonly [string, JsonValue])[] {
  const isWhole =
    !isJsonObject(value) ||
    ['when', 'body', 'balanceWhen', 'query'].includes(path.at(-1) ?? '') ||
    (path.length > 3 && 'at' in value);
  return isWhole
    ? [[path.join('.'), value]]
    : Object.entries(value).flatMap(([name, member]) => members(member, [...path, name]));
}

describe('proposals from descriptions', () => {
  it('bind all that the contrary dialect describes', async () => {
    const { dialect } = applyProposals({}, (await ofReference('contrary')).proposals);
    const found = new Map(members(fillDialect(dialect)));
    const wanted = members(CONTRARY_DIALECT);
    const lacking = wanted.filter(([place, value]) => !isFound(found.get(place), value)).map(([place]) => place);
    // How many documents a frame holds and the greeting are in no description, and `body: null` is gone once it is filled in.
    expect(lacking).toEqual(['requests.cancelOrder.body', 'frames.documents', 'messages.ignored.when']);
  });

  it('change no member of the default dialect where it is described itself', async () => {
    const { dialect } = applyProposals({}, (await ofReference('default')).proposals);
    const { requests, ...rest } = dialect;
    expect(rest).toEqual({});
    expect(Object.keys(isJsonObject(requests) ? requests : {}).sort()).toEqual([
      'cancelOrder',
      'closePosition',
      'dealHistory',
      'orderHistory',
      'snapshot',
    ]);
    expect(at(requests, 'closePosition', 'path')).toBe(DEFAULT_DIALECT.requests.closePosition?.path);
  });

  it('bind a stranger that speaks in envelopes, camel case and capitals', async () => {
    const { proposals, remarks } = await describedBy(trial('brokerage-openapi'), trial('brokerage-asyncapi'));
    const { dialect } = applyProposals({}, proposals);
    const spec: JsonObject = fillDialect(dialect);
    expect(at(spec, 'requests', 'placeOrder', 'body')).toMatchObject({
      orderType: '{type}',
      buySell: '{side}',
      channel: 'API',
    });
    expect(at(spec, 'requests', 'closePosition')).toMatchObject({
      method: 'DELETE',
      path: '/v1/trading/accounts/{account_id}/positions/{position_id}',
    });
    expect(at(spec, 'requests', 'cancelOrder', 'path')).toBe(
      '/v1/trading/accounts/{account_id}/orders/{order_id}/cancellation',
    );
    expect(at(spec, 'requests', 'orderHistory', 'query')).toEqual({
      pageSize: '{limit}',
      pageToken: '{cursor}',
      startTime: '{from}',
      endTime: '{to}',
    });
    expect(at(spec, 'commands', 'subscribe')).toEqual({
      op: 'SUBSCRIBE',
      seq: '{command_id|integer}',
      event: '{event}',
      tickers: '{instruments}',
    });
    expect(at(spec, 'frames')).toEqual({ documents: null, split: '', kind: '/topic', at: '/body' });
    expect(at(spec, 'messages', 'command_refused')).toMatchObject({
      kind: 'NOK',
      at: '',
      commandId: '/seq',
      event: '/event',
    });
    expect(at(spec, 'bodies', 'limits', 'placeOrder')).toEqual({ at: '/data', where: { '/endpoint': 'orders.place' } });
    expect(at(spec, 'entities', 'deal')).toMatchObject({
      id: '/dealId',
      orderId: '/orderId',
      balanceKind: '/bookingKind',
      amount: '/realizedPnl',
      price: '/executionPrice',
    });
    expect(at(spec, 'entities', 'hmrPeriod')).toMatchObject({ id: '/periodKey', instruments: '/tickers' });
    expect(at(spec, 'words', 'operationState')).toEqual({
      pending: 'QUEUED',
      success: 'COMPLETED',
      rejected: 'DENIED',
      failed: 'ERROR',
    });
    expect(remarks).toEqual(['no request of the dialect: PATCH /v1/trading/accounts/{accountId}/orders/{orderRef}']);
    // Its refusals name no event kind.
    expect(missingOf(proposals.map(({ place }) => place)).map(({ place }) => place.join('.'))).toEqual([
      'dialect.messages.command_refused.event',
    ]);
  });

  it('bind no other name for what the interface states', async () => {
    const renamed = trial('brokerage-asyncapi')
      .replaceAll('upserted_periods', 'changedPeriods')
      .replaceAll('error_message', 'text');
    const { proposals } = await describedBy(trial('brokerage-openapi').replaceAll('operation_id', 'opId'), renamed);
    const places = proposals.map(({ place }) => place.join('.'));
    expect(places).not.toContain('dialect.messages.hmr_update.upserted');
    expect(places).not.toContain('dialect.bodies.ack.operationId');
    expect(places).not.toContain('dialect.messages.transaction_event.errorMessage');
  });
});

function isFound(found: JsonValue | undefined, wanted: JsonValue): boolean {
  if (isJsonArray(wanted) && isJsonArray(found)) return wanted.every((one) => found.includes(one));
  // Alternatives of the default that begin with it read the same.
  return JSON.stringify(isJsonArray(found) ? found[0] : found) === JSON.stringify(wanted);
}
