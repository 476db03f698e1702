// Names and words that the interface states, judged past what a profile binds.
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import { Story } from '../story.test.aid.js';

const EVENT: JsonObject = { status: 'rejected', operationId: 'op-1', errorCode: 7, errorMessage: 'EXECUTION_REJECTED' };
const FIGURES: JsonObject = { balance: '1.00', equity: '1.00', usedMargin: '0.00' };
const HONEST = { status: 'rejected', operation_id: 'op-1', error_code: 7, error_message: 'EXECUTION_REJECTED' };

function told(kind: string, view: JsonObject, message: JsonValue): Story {
  const story = new Story();
  story.stream().message(kind, view, message);
  return story;
}

function answered(request: string, status: number, view: JsonObject, body: JsonValue): Story {
  const story = new Story();
  story.answer(story.call(request), status, view, body);
  return story;
}

describe('stated-names', () => {
  it.each<[string, Story]>([
    ['as they are', told('transaction_event', EVENT, HONEST)],
    ['nested', told('transaction_event', EVENT, { envelope: [HONEST] })],
    ['beside another spelling', told('transaction_event', EVENT, { ...HONEST, errorCode: 7 })],
    ['in a refusal', answered('account', 401, { code: 1, message: 'M' }, { error: { code: 1, error_message: 'M' } })],
    ['in a refusal, dotted', answered('account', 401, { code: 1 }, { 'error.code': 1 })],
    [
      'in a refusal, the message outside',
      answered('account', 400, { message: 'M' }, { error: {}, error_message: 'M' }),
    ],
    ['of conditions in an envelope', answered('conditions', 200, { volumeMin: '1' }, { data: { volume_min: '1' } })],
  ])('takes the names %s', async (_, story) => {
    await expect(story.judge('stated-names')).resolves.toMatchObject({ outcome: 'ok' });
  });

  it.each<[string, string, Story]>([
    [
      'transactions.member-names',
      'an error nested as error.code',
      told('transaction_event', EVENT, { ...HONEST, error_code: null, error: { code: 7 } }),
    ],
    [
      'transactions.member-names',
      'a key that only an order names',
      told(
        'transaction_event',
        { clientRequestId: 'key-1' },
        { key: 'key-1', payload: { orders: [{ client_request_id: 'key-1' }] } },
      ),
    ],
    [
      'transactions.member-names',
      'entities outside of the payload',
      told('transaction_event', { orders: [{ id: '1' }] }, { orders: [{ id: '1' }] }),
    ],
    [
      'transactions.stated-words',
      'a word that the profile lets stand for another',
      told(
        'transaction_event',
        { orders: [{ type: 'LIMIT', respelled: { limit: 'LIMIT' } }] },
        { payload: { orders: [{}] } },
      ),
    ],
    [
      'account-state.figure-names',
      'a margin',
      told('account_state_event', FIGURES, { balance: '1.00', equity: '1.00', margin: '0.00' }),
    ],
    ['instruments.action-name', 'a change', told('instrument_event', { action: 'upd' }, { change: 'upd' })],
    ['ack.member-names', 'an id', answered('placeOrder', 202, { operationId: 'op-1' }, { id: 'op-1' })],
    ['operations.member-names', 'a code', answered('operationStatus', 200, { errorCode: 7 }, { error: { code: 7 } })],
    ['configuration.condition-names', 'a minimum', answered('conditions', 200, { volumeMin: '1' }, { min: '1' })],
    ['errors.member-names', 'a bare code', answered('account', 403, { code: 1002 }, { code: 1002 })],
  ])('finds by %s %s', async (requirement, _, story) => {
    const { findings } = await story.judge('stated-names');
    expect(findings.map((one) => one.requirement)).toEqual([requirement]);
  });

  it('leaves refusals of other statuses to gateways', async () => {
    const story = answered('account', 502, { code: 1 }, { code: 1 });
    await expect(story.judge('stated-names')).resolves.toMatchObject({ outcome: 'unknown' });
  });
});

describe('suggested-names', () => {
  const view = { deals: [{ id: '1' }], orders: [], accountState: FIGURES };

  it.each<[string, JsonValue]>([
    ['lists', { payload: { deals: [{}], account_state: {} } }],
    ['single objects', { payload: { deal: {}, account_state: {} } }],
    ['tagged entities', { payload: [{ entity: 'deal' }, { entity: 'account_state' }] }],
  ])('takes entities as %s', async (_, message) => {
    const story = told('transaction_event', view, message);
    await expect(story.judge('suggested-names')).resolves.toMatchObject({ outcome: 'ok' });
  });

  it('finds entities and attributes of other names', async () => {
    const story = told('transaction_event', view, { payload: { fills: [{}], account_state: {} } });
    story.answer(story.call('account'), 200, { tradeMode: 'normal' }, { mode: 'normal' });
    const { findings } = await story.judge('suggested-names');
    expect(findings.map(({ requirement }) => requirement)).toEqual([
      'transactions.payload-entity-names',
      'guards.attribute-names',
    ]);
  });
});
