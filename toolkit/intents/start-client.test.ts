import { afterEach, describe, expect, it } from 'vitest';
import type { ClientUnderTest } from './client-under-test.js';
import { startClient } from './start-client.js';

const PATIENCE_MS = 5000;
const INTRODUCTION = { implementation: 'trial', language: 'JavaScript', capabilities: ['begin', 'place', 'view'] };

const clients: ClientUnderTest[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
});

/** A program that introduces itself and then does with each question what `body` says; `say` writes a line. */
async function client(body: string, introduction: object = INTRODUCTION): Promise<ClientUnderTest> {
  const program = `
    const say = (line) => process.stdout.write((typeof line === 'string' ? line : JSON.stringify(line)) + '\\n');
    const skip = (seq) => say({ seq, skipped: { message: 'not here' } });
    require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { cmd, seq, operation, input } = JSON.parse(line);
      if (cmd === 'stop') process.exit(0);
      else if (cmd === 'start') say(${JSON.stringify(introduction)});
      else { ${body} }
    });`;
  const encoded = Buffer.from(program).toString('base64');
  const started = await startClient({
    command: `"${process.execPath}" -e "eval(Buffer.from('${encoded}', 'base64').toString())"`,
    secrets: ['5ec2e7'],
  });
  clients.push(started);
  return started;
}

const place = { intent: 'a', type: 'limit' } as const;
const known = (answer: string): string =>
  `if (!['begin', 'place', 'view'].includes(operation)) skip(seq); else ${answer}`;

describe('a client in a process of its own', () => {
  it('introduces itself with its claims, of which those of another form are none', async () => {
    const claims = { streams: ['hmr'], retries: true, patienceMs: '2000', accounts: 2, further: 1 };
    const { introduction } = await client(known('skip(seq)'), { ...INTRODUCTION, claims });
    expect(introduction).toEqual({ ...INTRODUCTION, claims: { streams: ['hmr'], retries: true, accounts: 2 } });
  });

  it('is heard in any order, and past lines that are no answers', async () => {
    const held = `if (operation === 'place') globalThis.first = seq;
      else { say('debug: {"seq":1}'); say({ seq, result: { current: true } }); say({ seq: first, result: { state: 'success' } }); }`;
    const trial = await client(known(`{ ${held} }`));
    const [placed, viewed] = await Promise.all([
      trial.ask('place', place, PATIENCE_MS),
      trial.ask('view', {}, PATIENCE_MS),
    ]);
    expect(placed).toEqual({ kind: 'result', result: { state: 'success' } });
    expect(viewed).toEqual({ kind: 'result', result: { current: true } });
  });

  it('may send a number back as text, and null for what it does not have', async () => {
    const trial = await client(
      known(`say({ seq: String(seq), result: { state: 'rejected', code: 1002, message: null } })`),
    );
    expect(await trial.ask('place', place, PATIENCE_MS)).toEqual({
      kind: 'result',
      result: { state: 'rejected', code: 1002 },
    });
  });

  it('is not asked what it does not name', async () => {
    const trial = await client(known('skip(seq)'));
    expect(await trial.ask('history', { what: 'deals' }, PATIENCE_MS)).toMatchObject({ kind: 'skipped' });
  });

  it('is malformed where its answer has not the form of one', async () => {
    const trial = await client(
      known(`say({ seq, result: operation === 'view' ? { current: true, orders: [{ id: 1 }] } : { state: 'done' } })`),
    );
    expect(await trial.ask('place', place, PATIENCE_MS)).toEqual({
      kind: 'malformed',
      message: expect.stringContaining('/state must be equal to one of the allowed values: ["success","rejected"'),
    });
    expect(await trial.ask('view', {}, PATIENCE_MS)).toEqual({
      kind: 'malformed',
      message: 'view: its result/orders/0/id must be string',
    });
  });

  it('is found out when it answers everything', async () => {
    const trial = await client('say({ seq, result: {} })');
    const reply = await trial.ask('begin', { ...BEGIN }, PATIENCE_MS);
    expect(reply).toMatchObject({ kind: 'malformed', message: expect.stringContaining('does not exist') });
  });

  it('is silent where it does not answer, and its late answer is nobody else’s', async () => {
    const trial = await client(
      known(`operation === 'view' ? say({ seq: seq - 1, result: { current: true } }) : undefined`),
    );
    expect(await trial.ask('place', place, 50)).toEqual({ kind: 'silent', afterMs: 50 });
    expect(await trial.ask('view', {}, 50)).toEqual({ kind: 'silent', afterMs: 50 });
  });

  it('is gone when it ends, with what it wrote and without secrets', async () => {
    const trial = await client(
      known(`{ console.error('key 5ec2e7 is wrong'); process.exitCode = 3; process.stdin.destroy(); }`),
    );
    const expected = { kind: 'gone', message: 'it ended with status 3; it wrote: key [private key] is wrong' };
    expect(await trial.ask('place', place, PATIENCE_MS)).toEqual(expected);
    expect(await trial.ask('view', {}, PATIENCE_MS)).toEqual(expected);
  });

  it('is stopped when it floods its output', async () => {
    const trial = await client(known(`for (let i = 0; i < 200000; i++) say('noise')`));
    const reply = await trial.ask('place', place, 60_000);
    expect(reply).toMatchObject({ kind: 'gone', message: expect.stringContaining('100000 lines') });
  }, 60_000);

  it('of version 1 has no intents and is not asked for any', async () => {
    const trial = await client('process.exit(1)', { ...INTRODUCTION, capabilities: ['sign-request'] });
    expect(await trial.ask('begin', BEGIN, PATIENCE_MS)).toMatchObject({ kind: 'skipped' });
  });

  it.each([
    ['exit 4', 'it ended with status 4'],
    ['echo {}; exec sleep 60', 'it did not answer "start" within 300 ms'],
    [
      `echo '{"implementation":"bot","capabilities":[]}'; exec sleep 60`,
      'its answer to "start" has no language, which it takes',
    ],
  ])('is none when %s', async (command, reason) => {
    await expect(startClient({ command, startMs: 300 })).rejects.toThrow(reason);
  });
});

const BEGIN = {
  baseUrl: 'http://127.0.0.1:1',
  streamUrl: 'ws://127.0.0.1:1',
  account: '1',
  apiKey: 'k',
  privatePem: '',
  instruments: [],
  subscribe: [],
};
