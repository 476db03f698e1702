import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../base/package-root.js';
import { createAjv, readSchema } from './ajv.js';
import { SCHEMA_NAMES, type SchemaName, validate } from './validators.js';

const ok = { ok: true };

function accepts(name: SchemaName, ...values: readonly unknown[]): void {
  for (const value of values) expect(validate(name, value), JSON.stringify(value)).toEqual(ok);
}

function refuses(
  name: SchemaName,
  ...cases: readonly (readonly [value: unknown, pointer: string, message: RegExp])[]
): void {
  for (const [value, pointer, message] of cases) {
    const result = validate(name, value);
    expect(result, JSON.stringify(value)).toMatchObject({
      ok: false,
      pointer,
      message: expect.stringMatching(message),
    });
  }
}

describe('validate', () => {
  it('has a compilable schema of each name, and a name for each schema', () => {
    const files = readdirSync(join(packageRoot(), 'toolkit/payload/schemas'));
    expect(files.sort()).toEqual(SCHEMA_NAMES.map((name) => `${name}.schema.json`).sort());
    for (const name of SCHEMA_NAMES) {
      expect(createAjv({ all: false }).validateSchema(readSchema(`toolkit/payload/schemas/${name}.schema.json`))).toBe(
        true,
      );
      expect(() => validate(name, {})).not.toThrow();
    }
  });

  it('wants an operation_id in an ACK and leaves other members open', () => {
    accepts('ack', { operation_id: 'op-1' }, { operation_id: 'op-1', client_request_id: 'a.b_c-~', accepted_at: 5 });
    refuses(
      'ack',
      [{}, '', /member operation_id/],
      [{ operation_id: 1 }, '/operation_id', /string/],
      [{ operation_id: '' }, '/operation_id', /fewer than 1/],
      [{ operation_id: 'x', client_request_id: null }, '/client_request_id', /string/],
      [[], '', /object/],
    );
  });

  it('wants an error in negative transaction events only', () => {
    accepts(
      'transaction-event',
      { status: 'success', operation_id: 'x', client_request_id: 'abcde', payload: {} },
      { status: 'success', error_code: null, error_message: null },
      { status: 'success', payload: null, anything: [] },
      { status: 'rejected', error_code: 'MARKET_CLOSE_ONLY', error_message: 'closing only' },
    );
    refuses(
      'transaction-event',
      [{ status: 'done' }, '/status', /success, rejected, failed/],
      [{ status: 'failed', error_code: 'X' }, '', /member error_message/],
      [{ status: 'rejected', error_code: null, error_message: 'x' }, '/error_code', /string/],
      [{ status: 'success', operation_id: null }, '/operation_id', /string/],
    );
  });

  it('wants decimal strings for account figures and volumes, in any spelling', () => {
    for (const figure of ['0', '-1.50', '10.5', '1e3', '+2.', '.5', '007']) {
      accepts('account-state', { balance: figure, equity: figure, used_margin: figure });
    }
    refuses(
      'account-state',
      [{ balance: 1, equity: '1', used_margin: '1' }, '/balance', /string/],
      [{ balance: '1,5', equity: '1', used_margin: '1' }, '/balance', /pattern/],
      [{ balance: '1', equity: '1' }, '', /used_margin/],
    );
    const volumes = { volume_min: '0.01', volume_max: '100', volume_step: '0.01' };
    accepts('conditions', { ...volumes, point_digits: 5 }, { ...volumes, point_digits: '5', extra: 1 });
    refuses(
      'conditions',
      [{ ...volumes, point_digits: 5.5 }, '/point_digits', /integer or string/],
      [{ ...volumes, point_digits: '5.0' }, '/point_digits', /pattern/],
      [{ ...volumes, volume_min: 0.01, point_digits: 5 }, '/volume_min', /string/],
    );
  });

  it('wants HMR messages without wrapper and event_time', () => {
    accepts('hmr-snapshot', { type: 'hmr_snapshot', periods: [] }, { periods: [{ any: 1 }] });
    accepts(
      'hmr-update',
      { upserted_periods: [], removed_period_ids: [] },
      { upserted_periods: [{}], removed_period_ids: ['a', 1] },
    );
    refuses(
      'hmr-snapshot',
      [{ payload: { periods: [] } }, '', /periods/],
      [{ periods: [], event_time: 'x' }, '/event_time', /no such member/],
      [{ periods: [], payload: {} }, '/payload', /no such member/],
    );
    refuses('hmr-update', [{ upserted_periods: [] }, '', /removed_period_ids/]);
  });

  it('knows the three instrument actions', () => {
    accepts('instrument-event', { action: 'new' }, { action: 'upd' }, { action: 'del', payload: {} });
    refuses('instrument-event', [{ action: 'update' }, '/action', /new, upd, del/]);
  });

  it('takes error_message at either nesting', () => {
    accepts('error', { error: { code: 'X' }, error_message: 'Y' }, { error: { code: 5, error_message: 'Y' } });
    refuses(
      'error',
      [{ error: { code: 'X' } }, '', /error_message|must/],
      [{ code: 'X', error_message: 'Y' }, '', /member error/],
    );
  });

  it('pairs authentication codes with their names', () => {
    accepts('auth-error', { error: { code: 1001 }, error_message: 'AUTH_INVALID_SIGNATURE' });
    refuses(
      'auth-error',
      [{ error: { code: '1001' }, error_message: 'AUTH_INVALID_SIGNATURE' }, '/error/code', /1000, 1001, 1002/],
      [{ error: { code: 1002 }, error_message: 'AUTH_INVALID_SIGNATURE' }, '/error_message', /AUTH_PERMISSION_DENIED/],
    );
  });

  it('tells date-times of the exact shape from others', () => {
    accepts('date-time', '2025-01-31T23:59:60+00:00');
    for (const text of [
      '2025-01-31T23:59:59Z',
      '2025-01-31T23:59:59.5+00:00',
      '2025-13-01T00:00:00+00:00',
      '2025-01-31T23:59:59-00:00',
    ]) {
      refuses('date-time', [text, '', /pattern/]);
    }
  });

  it('judges what the suite itself signs', () => {
    const payload = {
      api_key: 'k',
      idempotency_key: '',
      timestamp: 1,
      sign_version: 1,
      method: 'GET',
      path: '/v1/x?a=b',
      body_hash: '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU',
    };
    accepts('svc-data', payload, { ...payload, method: 'POST', idempotency_key: 'abcde' });
    refuses(
      'svc-data',
      [{ ...payload, idempotency_key: 'abcde' }, '/idempotency_key', /""/],
      [{ ...payload, method: 'POST' }, '/idempotency_key', /fewer than 5/],
      [{ ...payload, timestamp: '1' }, '/timestamp', /integer/],
      [{ ...payload, sign_version: '1' }, '/sign_version', /1/],
      [{ ...payload, body_hash: `${payload.body_hash}=` }, '/body_hash', /pattern/],
    );
    accepts('command', { type: 'subscribe', event: 'hmr' });
    refuses('command', [{ event: 'ticks' }, '/event', /transactions/]);
  });

  it('does not take inherited members for present ones', () => {
    expect(validate('ack', Object.create({ operation_id: 'x' }))).toMatchObject({ ok: false });
  });
});
