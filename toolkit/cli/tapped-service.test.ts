// A tap on the reference service: what an ordinary client does is heard whole, in both dialects, and its journal is judged like any other.
import { readFileSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { judgeJournal } from '../../reports/rejudge/rejudge.js';
import { packageRoot } from '../base/package-root.js';
import { judgeRecords } from '../checkers/check-journal.js';
import { CHECKERS } from '../checkers/index.js';
import { readSettings, settingsOf } from '../checkers/settings.js';
import { JournalWriter, MemoryJournal, readWholeJournal } from '../journal/index.js';
import { loadProfile } from '../profile/index.js';
import type { Reference, ReferenceOptions } from '../reference/index.js';
import type { OrdinaryClient } from '../reference/sandbox/ordinary-client.test.aid.js';
import { HEADER } from '../signing/headers.js';
import { observedByService, type Tap } from '../tap/index.js';
import { callTsi } from './call-tsi.test.aid.js';
import { evaluateAssertion } from './report/evaluate.js';
import { startTapped } from './tapped.test.aid.js';

const ORDER = { type: 'limit', instrument: 'EURUSD', side: 'buy', volume: '0.10', price: '0.90000' } as const;

/** Of targets that respell what the interface states no service is sound. */
const TRIALS = await Promise.all(
  ['compact', 'nested', 'envelope'].map(async (name) => {
    const path = join(packageRoot(), 'toolkit/profile/trials', `${name}.yaml`);
    return [name, await loadProfile(path, { env: { KEY: '00'.repeat(32) } }), false] as const;
  }),
);

describe.each<readonly [string, NonNullable<ReferenceOptions['dialect']>, boolean]>([
  ['default', 'default', true],
  ['contrary', 'contrary', true],
  ...TRIALS,
])('a tap on a service of the %s dialect', (_name, dialect, isSound) => {
  let reference: Reference;
  let client: OrdinaryClient;
  let tap: Tap;
  let folder: string;
  let journal: JournalWriter;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tsi-tap-'));
    // Keys of one seed are the same in every service of it.
    const { profile } = await startTapped({ dialect }).then(async (sample) => {
      await sample.reference.close();
      return sample.reference;
    });
    journal = JournalWriter.open(join(folder, 'journal.ndjson'), {
      run: 'tapped',
      seed: '1',
      suite: { name: 'test', version: '0' },
      profile: { name: 'sandbox', fingerprint: '' },
      settings: { checkers: settingsOf([profile]), observed: { ...observedByService('sole') } },
      secrets: Object.values(profile.keys).flatMap((key) => (key === undefined ? [] : [String(key.privateKey)])),
    });
    ({ reference, tap, client } = await startTapped({ dialect }, journal));
  });
  afterAll(async () => {
    await reference.close();
    rmSync(folder, { recursive: true });
  });

  it('hears orders, events and commands in the words of the interface', async () => {
    const events = await client.open('eventsStream');
    events.command('subscribe', { event: 'transactions', commandId: '1' });
    await events.next('trading_state_snapshot');
    const placed = await client.send('placeOrder', ORDER, { idempotencyKey: 'key-of-the-tap' });
    const { operationId } = client.dialect.readAck(placed.body);
    await events.next('transaction_event', ({ view }) => view.operationId === operationId);
    await client.send('operationStatus', { operationId: String(operationId) });
    expect(await tap.barrier(tap.observed.handshakes[0]?.connection ?? 0, 5_000)).toBe(true);

    const { requests, handshakes, frames } = tap.observed;
    const [placement] = requests;
    expect(placement).toMatchObject({ read: { request: 'placeOrder', accountId: client.accountId, params: ORDER } });
    expect(placement?.signature.failed).toBeUndefined();
    expect(placement?.answer).toMatchObject({ status: 202, delivered: 'whole' });
    expect(requests.map(({ read }) => read?.request)).toEqual(['placeOrder', 'operationStatus']);
    expect(handshakes).toMatchObject([{ stream: 'events', status: 101, read: { accountId: client.accountId } }]);
    expect(frames.find(({ direction }) => direction === 'in')).toMatchObject({
      command: { action: 'subscribe', event: 'transactions', commandId: '1' },
    });
    const sent = frames.filter(({ direction }) => direction === 'out');
    expect(sent.every(({ taken, ponged }) => taken !== undefined && ponged !== undefined)).toBe(true);
    expect(sent.flatMap(({ messages }) => messages.map(({ kind }) => kind))).toEqual(
      expect.arrayContaining(['trading_state_snapshot', 'transaction_event', 'command_accepted']),
    );
    await events.close();
    const closed = await tap.until(({ handshakes: [one] }) => one?.closed, 5_000);
    expect(closed).toMatchObject({ by: 'client' });
  });

  it('hears a key that the client gives away, and writes down only that it did', async () => {
    const { profile } = reference;
    const { path } = client.dialect.request('limits', { accountId: client.accountId });
    const leaking = new MemoryJournal({ secrets: [String(profile.keys.main.privateKey)] });
    const other = await startTapped({ dialect }, leaking);
    await other.client.raw('GET', `${path}?seed=${String(profile.keys.main.privateKey)}`, undefined);
    await other.reference.close();
    expect(other.tap.observed.requests[0]?.target).toContain(String(profile.keys.main.privateKey));
    expect(JSON.stringify(leaking.records)).not.toContain(String(profile.keys.main.privateKey));
  });

  it('tells what a wrong signature is wrong in', async () => {
    const answer = await client.send('account', {}, { role: 'unregistered' });
    expect(answer.status).toBe(401);
    expect(tap.observed.requests.at(-1)).toMatchObject({
      read: { request: 'account' },
      signature: { failed: 'api-key', cause: 'api-key-unknown' },
      answer: { status: 401 },
    });
  });

  it('writes a journal that is whole, holds no secret, and in which the service is found sound', async () => {
    await reference.close();
    journal.close('finished');
    expect(journal.secretsIn).toEqual([]);
    const written = readFileSync(journal.path, 'utf8');
    const signatures = [...tap.observed.requests, ...tap.observed.handshakes].flatMap(({ headers }) =>
      headers.flatMap(([name, value]) => (name.toUpperCase() === HEADER.signature ? [value] : [])),
    );
    expect(signatures.length).toBeGreaterThan(3);
    expect(signatures.filter((signature) => written.includes(signature))).toEqual([]);
    const { header, records, defects, footer } = await readWholeJournal(journal.path);
    expect([defects, footer?.reason]).toEqual([[], 'finished']);
    expect(header.settings).toMatchObject({ observed: { by: 'service', connections: 'all' } });
    expect(new Set(records.map(({ actor }) => actor))).toEqual(new Set(['client', 'service']));
    const results = await judgeRecords(records, CHECKERS, readSettings(header.settings));
    if (isSound) expect(results.flatMap(({ findings }) => findings)).toEqual([]);
    expect(results.filter(({ outcome }) => outcome === 'ok').length).toBeGreaterThan(5);
    expect(results.filter(({ isBroken }) => isBroken)).toEqual([]);
    expect((await judgeJournal(journal.path, evaluateAssertion)).findings).toEqual([]);
    const { code } = await callTsi(['check-journal', journal.path], { cwd: folder });
    expect(code).toBe(isSound ? 0 : 1);
  });
});
