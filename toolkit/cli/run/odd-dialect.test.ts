// Runs whose profile misreads the target: one finding with the journal line that shows it, and checks that decide nothing in its wake.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Results } from '../../../reports/model/model.js';
import { nextSteps } from '../../../reports/model/next-steps.js';
import { type Reference, startReference } from '../../reference/index.js';
import { callBuiltTsi } from '../call-tsi.test.aid.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-odd-dialect-'));
let reference: Reference;
let profile = '';

beforeAll(async () => {
  reference = await startReference({ accounts: 4 });
  const text = readFileSync(await reference.profileYaml(folder), 'utf8');
  profile = text.replace(/(answerMs|resultMs|eventMs): \d+/g, '$1: 400');
});
afterAll(async () => {
  await reference.close();
  rmSync(folder, { recursive: true });
});

const CHECKS = [
  'auth.signed-account/header-sign-missing',
  'subscriptions.transactions-kind/accepted',
  'subscriptions.hmr-snapshot/first-subscribe',
  'subscriptions.transactions-snapshot-account-state/three-figures',
];

async function run(name: string, text: string, checks: readonly string[] = CHECKS): Promise<Results> {
  writeFileSync(join(folder, `${name}.yaml`), text);
  const words = ['run', ...checks, '--profile', `${name}.yaml`, '--out', name];
  await callBuiltTsi(words, { cwd: folder });
  return JSON.parse(readFileSync(join(folder, name, 'results.json'), 'utf8')) as Results;
}

function line(name: string, index: number | undefined): unknown {
  const lines = readFileSync(join(folder, name, 'journal.ndjson'), 'utf8')
    .trim()
    .split('\n');
  return lines
    .map((text): unknown => JSON.parse(text))
    .find((record) => (record as { readonly i?: number }).i === index);
}

/** A dialect in code that reads no frame; the rest is as much as the checks above use. */
const MODULE = `
const paths = {
  account: (p) => '/v1/configuration/accounts/' + p.accountId + '/account',
  eventsStream: (p) => '/v1/server-events/accounts/' + p.accountId + '/ws/events',
};
const reads = 'Ack Error Operation Snapshot OrderHistory DealHistory Account Instruments Conditions Quota'.split(' ');
export const dialect = {
  ...Object.fromEntries(reads.map((name) => ['read' + name, () => ({})])),
  has: (name) => name in paths,
  request: (name, params) => ({ name, method: 'GET', path: paths[name](params), body: undefined }),
  signedPath: (path) => path,
  command: (type, { event, instruments, commandId }) => JSON.stringify({ type, event, instruments, id: commandId }),
  ticksCommand: () => undefined,
  replyTo: () => undefined,
  readFrame: (frame) => [{ kind: frame.body.kind, message: frame, view: {} }],
  meaning: () => undefined,
  describe: () => ({}),
  answersCommands: { accepted: true, refused: true },
  dateTimeMembers: [],
};`;

describe('a run with a dialect that binds what the interface states', { timeout: 60_000 }, () => {
  const bound = `dialect:
  bodies: {operation: {errorCode: [/error/code, /error_code]}}
  words: {orderType: {limit: [limit, LIMIT_ORDER], stop: [stop, STOP_ORDER]}}
`;
  const checks = ['transactions.stated-words', 'transactions.member-names', 'transactions.order-type-values'];

  it('fails a target that spells it otherwise by the names alone, and reads the rest', async () => {
    const faulty = await startReference({
      accounts: 4,
      faults: ['status-error-spelled-with-a-dot', 'order-type-upper-case'],
    });
    try {
      const text = readFileSync(await faulty.profileYaml(folder), 'utf8');
      const results = await run('bound-away', text.replace(/^dialect:\n/m, bound), checks);
      const failed = results.checks.filter(({ verdict, level }) => verdict === 'fail' && level === 'must');
      expect(failed.map(({ id }) => id).sort()).toEqual([
        'ack.member-names/journal-stated-names',
        'transactions.member-names/of-a-rejected-order',
        'transactions.stated-words/order-types',
      ]);
      expect(results.counts).toMatchObject({ error: 0, inconclusive: 0 });
    } finally {
      await faulty.close();
    }
  });

  it('spares a target that spells it as stated, and warns of the profile in the plan', async () => {
    const results = await run('bound-more', profile.replace(/^dialect:\n/m, bound), checks);
    expect(results.counts).toMatchObject({ fail: 0, error: 0, inconclusive: 0 });
    const { stdout } = await callBuiltTsi(['plan', '--profile', 'bound-more.yaml', '--json'], { cwd: folder });
    expect((JSON.parse(stdout) as { readonly warnings: readonly string[] }).warnings).toEqual([
      'bodies.operation.errorCode binds /error/code, which interface 4.3 names error_code',
      'words.orderType spells limit as "LIMIT_ORDER", a word that the interface states',
      'words.orderType spells stop as "STOP_ORDER", a word that the interface states',
    ]);
  });
});

describe('a run with a dialect that misreads', { timeout: 60_000 }, () => {
  it('says once that a module fails on frames, and decides nothing that rests on them', async () => {
    writeFileSync(join(folder, 'dialect.mjs'), MODULE);
    const text = `${profile.replace(/^dialect:.*(\n {2}.*)*\n?/m, '')}\ndialect: {module: ./dialect.mjs}\n`;
    const results = await run('module', text);
    expect(results.findings.map(({ kind, message, fatal }) => [kind, message, fatal])).toEqual([
      [
        'dialect',
        expect.stringMatching(
          /^the dialect failed on \d+ frames of the streams: readFrame of the dialect module failed: Cannot read properties/,
        ),
        false,
      ],
    ]);
    expect(line('module', results.findings[0]?.evidence[0])).toMatchObject({
      kind: 'event',
      error: { code: 'dialect-failed' },
    });
    expect(results.counts).toMatchObject({ pass: 1, fail: 0, error: 0, inconclusive: 3 });
    const reasons = new Set(results.checks.filter(({ verdict }) => verdict !== 'pass').map(({ reason }) => reason));
    expect([...reasons]).toEqual(['the dialect could not read what the target sent']);
    expect(nextSteps(results)[0]?.text).toMatch(/^look at the dialect of the profile before anything else: /);
  });

  it('says once that no message is recognised', async () => {
    const results = await run('kind', profile.replace(/^ {2}frames:\n/m, '  frames:\n    kind: /no/such\n'));
    // That no answer came is asserted there, and decides nothing: whoever judges the journal again takes it for no failure either.
    expect(await callBuiltTsi(['judge', 'kind'], { cwd: folder })).toMatchObject({ code: results.exitCode });
    const [finding, ...others] = results.findings.filter(({ kind }) => kind === 'dialect');
    expect(others).toEqual([]);
    expect(finding?.message).toMatch(/^the dialect recognises none of the \d+ messages that the streams brought/);
    expect(line('kind', finding?.evidence[0])).toMatchObject({ kind: 'event', parsed: { kind: 'unknown' } });
    expect(results.counts).toMatchObject({ pass: 1, fail: 0, error: 0, inconclusive: 3 });
  });

  it('names the pointer that finds nothing, and judges by the key what it can', async () => {
    const odd = 'dialect:\n  messages: {transaction_event: {operationId: /no/such}}\n';
    const checks = [
      'transactions.status-values/*',
      'orders.limit-accepted/*',
      'transactions.operation-id-of-request/*-by-its-key',
    ];
    const results = await run('pointer', profile.replace(/^dialect:\n/m, odd), checks);
    expect(results.findings.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^messages\.transaction_event\.operationId: nothing found in any of \d+ messages/),
    ]);
    const failed = results.checks
      .filter(({ verdict }) => verdict === 'fail')
      .map(({ requirements }) => requirements[0]);
    expect([...new Set(failed)]).toEqual(['transactions.operation-id-of-request']);
    expect([results.counts.error, results.counts.inconclusive]).toEqual([0, 0]);
  });
});
