// What client runs are judged by again: check by check, since each had a service of its own.
import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../journal/record.js';
import { checkEach } from './check-each.js';
import { checkSubjects } from './index.js';

/** A read of the account, signed at this time, in a check. */
function read(i: number, check: string, timestamp: string): readonly JournalRecord[] {
  const place = {
    run: 'r',
    t_ns: i * 3e9,
    wall: '',
    conn: 'http',
    check,
    account: '1',
    client_request_id: null,
  } as const;
  const rest = { operation_id: null, raw: null, error: null } as const;
  const path = '/v1/configuration/accounts/1/account';
  const headers = [
    ['SVC-TIMESTAMP', timestamp],
    ['SVC-DATA', `signed-at-${timestamp}`],
  ];
  const asked = { request: 'account', method: 'GET', path, headers };
  const answered = { request: 'account', status: 200, headers: {}, body: {}, view: {} };
  return [
    { ...place, ...rest, i, kind: 'invoke', actor: 'client', cause: null, parsed: asked },
    { ...place, ...rest, i: i + 1, t_ns: i * 3e9 + 1, kind: 'ok', actor: 'service', cause: i, parsed: answered },
  ];
}

async function* each(records: readonly JournalRecord[]): AsyncGenerator<JournalRecord> {
  yield* records;
}

const judge = (records: readonly JournalRecord[]): ReturnType<typeof checkSubjects> =>
  checkSubjects(records, ['client'], { only: ['client-fresh'] });

describe('the checkers over a client run', () => {
  it('find what is wrong within a check', async () => {
    const records = [...read(1, 'a/b', '1000'), ...read(3, 'a/b', '1000')];
    expect((await judge(records))[0]?.outcome).toBe('found');
    expect((await checkEach(each(records), judge))[0]).toMatchObject({ outcome: 'found', judged: 2 });
  });

  it('do not hold two checks against each other, which had a service each', async () => {
    const records = [...read(1, 'a/b', '1000'), ...read(3, 'a/c', '1000')];
    expect((await checkEach(each(records), judge))[0]).toMatchObject({ outcome: 'ok', judged: 2, findings: [] });
  });
});
