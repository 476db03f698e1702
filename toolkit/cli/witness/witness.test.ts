// A short run past a witness, over real sockets, and its journal then forged in the ways that need the holder's key alone.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareWithWitness } from '../../../reports/witness/compare.js';
import { readWitnessRecord, type WitnessRecord } from '../../../reports/witness/read-record.js';
import { WitnessWriter } from '../../../reports/witness/write-record.js';
import { JournalWriter } from '../../journal/writer.js';
import type { JsonObject } from '../../payload/json.js';
import { createSigner, createVerifier, PrivateKey, type Signer } from '../../signing/index.js';
import type { RequestSpec } from '../../wire/exchange.js';
import { createHttpClient } from '../../wire/http/http-client.js';
import { createRawClient } from '../../wire/http/raw-client.js';
import {
  acceptUpgrade,
  jsonAnswer,
  serverFrame,
  startRawPeer,
  wireOptions,
} from '../../wire/http/raw-peer.test.aid.js';
import { createStreamClient } from '../../wire/streams/stream-client.js';
import { startRelay } from './relay.js';

const folder = mkdtempSync(join(tmpdir(), 'tsi-witness-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const journalPath = join(folder, 'journal.ndjson');
const recordPath = join(folder, 'witness.ndjson');
const key: Signer = createSigner(PrivateKey.generate());

const context = { check: 'area.rule/slug', actor: 'suite' };
const read: RequestSpec = { name: 'limits', accountId: 'a', method: 'GET', path: '/v1/limits?b=2&a=%7e' };
const place: RequestSpec = {
  name: 'placeOrder',
  accountId: 'a',
  method: 'POST',
  path: '/v1/orders',
  body: '{"v":"ü"}',
};
const stream: RequestSpec = { name: 'eventsStream', accountId: 'a', method: 'GET', path: '/v1/ws/events' };

/** Echoes the signature, chunks, says a number that no double holds, sends bytes that are no text, never answers, and speaks on streams. */
function answer(socket: Socket, request: string): void {
  const signature = /svc-sign: (\S+)/i.exec(request)?.[1] ?? '';
  if (/upgrade: websocket/i.test(request)) {
    const split = [serverFrame('{"t":"b', 1, false), serverFrame('"}', 0)];
    socket.write(Buffer.concat([Buffer.from(acceptUpgrade(request)), serverFrame('{"t":"a"}'), ...split]));
  } else if (request.startsWith('GET /v1/limits')) {
    socket.write(
      jsonAnswer(`{"x_ratio":1e400,"echo":"${signature}"}`, '200 OK', `X-Echo: ${signature}\r\nSet-Cookie: a=b\r\n`),
    );
  } else if (request.startsWith('GET /v1/bytes')) {
    socket.write(Buffer.from('HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\n\xff\x00\xfe', 'latin1'));
  } else if (request.startsWith('POST')) {
    socket.write('HTTP/1.1 202 Accepted\r\ntransfer-encoding: chunked\r\n\r\n7\r\n{"a":"1\r\n2\r\n"}\r\n0\r\n\r\n');
  } else if (request.startsWith('GET /v1/end')) {
    socket.end('HTTP/1.1 200 OK\r\n\r\n{"until":"the end"}');
  }
}

let record: WitnessRecord;
beforeAll(async () => {
  const peer = await startRawPeer(answer);
  const writer = new WitnessWriter(recordPath, peer.url);
  const target = new URL(peer.url);
  const relay = await startRelay({ host: '127.0.0.1', port: 0, target, note: (entry) => writer.append(entry) });
  const journal = JournalWriter.open(journalPath, {
    run: 'r',
    seed: '1',
    suite: { name: 's', version: '1' },
    profile: { name: 'p', fingerprint: 'f' },
  });
  const url = `http://127.0.0.1:${relay.port}`;
  const options = { ...wireOptions(), journal };
  const http = createHttpClient({ ...options, baseUrl: url });
  const raw = createRawClient({ ...options, baseUrl: url, streamUrl: url.replace('http', 'ws') });
  const streams = createStreamClient({
    ...options,
    streamUrl: url.replace('http', 'ws'),
    // A frame may hold several messages.
    readFrame: (message) =>
      ['one', 'two'].map((kind) => ({ kind: 'unknown' as const, message, view: { kind } as never })),
  });
  for (const spec of [read, read, place, { ...read, path: '/v1/bytes' }, { ...read, path: '/v1/end' }]) {
    await http.send(spec, context);
  }
  await http.send({ ...read, path: '/v1/silence', timeoutMs: 50 }, context);
  const odd = { name: 'odd', wire: (wire: JsonObject) => ({ ...wire, path: 'v1/limits no slash?é={}|\\^' }) };
  await raw.send({ ...place, damage: odd as never }, context);
  await raw.sendAndCut(place, context);
  const { connection } = await streams.open(stream, context);
  if (connection === undefined) throw new Error('no stream');
  connection.send('{"action":"subscribe"}');
  await connection.next(({ message }) => JSON.stringify(message) === '{"t":"b"}');
  await connection.close();
  await Promise.all([http.close(), streams.close()]);
  raw.close();
  journal.close('finished');
  relay.close();
  writer.close(key);
  await peer.close();
  record = await readWitnessRecord(recordPath, 'witness.ndjson', createVerifier(key.publicKey));
});

interface Line {
  readonly kind?: string;
  readonly i?: number;
  readonly t_ns?: number;
  readonly cause?: number | null;
}
type Change = (lines: Line[]) => Line[];

/** The journal as its holder would forge it: still whole for whoever reads it. */
async function forged(change: Change): Promise<readonly string[]> {
  const [header = '', ...rest] = readFileSync(journalPath, 'utf8').trimEnd().split('\n');
  const footer = JSON.parse(rest.pop() ?? '') as Record<string, unknown>;
  const lines = change(rest.map((line) => JSON.parse(line) as Line));
  const numbers = new Map(lines.map((line, at) => [line.i, at + 1]));
  const causeOf = ({ cause }: Line): number | null => (typeof cause === 'number' ? (numbers.get(cause) ?? null) : null);
  const numbered = lines.map((line, at) => ({ ...line, i: at + 1, t_ns: at, cause: causeOf(line) }));
  const { sha256: _, ...plain } = footer;
  const path = join(folder, 'forged.ndjson');
  const all = [
    header,
    ...numbered.map((line) => JSON.stringify(line)),
    JSON.stringify({ ...plain, records: lines.length }),
  ];
  writeFileSync(path, `${all.join('\n')}\n`);
  return (await compareWithWitness(path, [record])).differences;
}

const where = (lines: readonly Line[], text: string, kind: string): number =>
  lines.findIndex((line) => line.kind === kind && JSON.stringify(line).includes(text));

function replaced(lines: Line[], text: string, kind: string, [from, to]: readonly [string, string]): Line[] {
  const at = where(lines, text, kind);
  return lines.map((line, n) => (n === at ? (JSON.parse(JSON.stringify(line).replaceAll(from, to)) as Line) : line));
}

describe('a run past a witness', () => {
  it('is told as the journal tells it, secrets left out on both sides', async () => {
    const { witnessed, differences } = await compareWithWitness(journalPath, [record]);
    expect(differences).toEqual([]);
    expect(witnessed).toMatchObject({ exchanges: 7, messages: 3, underWay: 0, rawStreams: 0 });
    expect(witnessed.unanswered.seen).toBeGreaterThanOrEqual(1);
    expect(readFileSync(journalPath, 'utf8')).toContain('[signature of 86 characters');
    expect(readFileSync(recordPath, 'utf8')).not.toMatch(/svc-sign/i);
  });

  it.each<[what: string, change: Change, says: RegExp]>([
    [
      'an exchange was invented',
      (lines) => {
        const [asked, answered] = [where(lines, '/v1/bytes', 'invoke'), where(lines, '"base64"', 'ok')];
        const invented = [lines[asked], lines[answered]].map(
          (line) => ({ ...line, i: (line?.i ?? 0) + 1_000 }) as Line,
        );
        return [...lines, ...invented.map((line, n) => (n === 1 ? { ...line, cause: invented[0]?.i ?? 0 } : line))];
      },
      /GET \/v1\/bytes: the witness saw its signed data with another head, or less often/,
    ],
    [
      'an exchange was removed',
      (lines) =>
        lines.filter((_, at) => ![where(lines, '/v1/bytes', 'invoke'), where(lines, '"base64"', 'ok')].includes(at)),
      /the witness saw 1 exchange that the journal does not hold, the first GET \/v1\/bytes/,
    ],
    [
      'an answer was changed',
      (lines) => replaced(lines, 'x_ratio', 'ok', ['1e400', '1']),
      /the body of the answer is not/,
    ],
    [
      'a status was changed',
      (lines) => replaced(lines, '"status":202', 'ok', ['"status":202', '"status":200']),
      /status 200, where the witness saw 202/,
    ],
    [
      'a head was changed',
      (lines) => replaced(lines, 'x_ratio', 'ok', ['"set-cookie"', '"x-other"']),
      /the head of the answer/,
    ],
    [
      'a request was changed',
      (lines) => replaced(lines, '/v1/orders', 'invoke', ['ü', 'u']),
      /its body is not the one/,
    ],
    [
      'a path was changed',
      (lines) => replaced(lines, '/v1/bytes', 'invoke', ['/v1/bytes', '/v1/other']),
      /with another head/,
    ],
    [
      'a message of a stream was changed',
      (lines) => replaced(lines, '{\\"t\\":\\"a\\"}', 'event', ['{\\"t\\":\\"a\\"}', '{\\"t\\":\\"z\\"}']),
      /stream ws-1: message 1 from the target is not what the witness saw/,
    ],
    [
      'a message of a stream was invented',
      (lines) => {
        const at = where(lines, '\\"t\\":\\"b\\"', 'event');
        const last = lines[at];
        return last === undefined ? lines : [...lines, { ...last, i: 999 }];
      },
      /stream ws-1: message 3 from the target/,
    ],
    [
      'a message to the target was removed',
      (lines) => lines.filter(({ kind }) => kind !== 'send'),
      /stream ws-1: message 1 to the target/,
    ],
    [
      'an answer was called never received, and another request given its place',
      (lines) => lines.filter((_, at) => at !== where(lines, '/v1/orders', 'invoke')),
      /an answer to no request|does not hold/,
    ],
  ])('does not bear out a journal in which %s', async (_what, change, says) => {
    expect((await forged(change)).join('\n')).toMatch(says);
  });
});

describe('the record of a witness', () => {
  const verifier = createVerifier(key.publicKey);
  const changed = async (change: (text: string) => string, by = verifier): Promise<unknown> => {
    const path = join(folder, 'changed.ndjson');
    writeFileSync(path, change(readFileSync(recordPath, 'utf8')));
    return readWitnessRecord(path, 'changed.ndjson', by);
  };

  it('is refused when a line was changed, left out or added, or another key signed it', async () => {
    const lines = (text: string): string[] => text.split('\n');
    await expect(changed((text) => text.replace('"status":200', '"status":201'))).rejects.toThrow('changed after');
    await expect(changed((text) => lines(text).toSpliced(3, 1).join('\n'))).rejects.toThrow('changed after');
    await expect(
      changed((text) =>
        lines(text)
          .toSpliced(2, 0, lines(text)[2] ?? '')
          .join('\n'),
      ),
    ).rejects.toThrow('changed after');
    await expect(changed((text) => lines(text).slice(0, -2).join('\n'))).rejects.toThrow(
      'was tsi witness ended in order?',
    );
    await expect(
      changed((text) => text, createVerifier(createSigner(PrivateKey.generate()).publicKey)),
    ).rejects.toThrow('not signed with the key of the witness');
  });

  it('is refused when it reached its bound', async () => {
    const path = join(folder, 'short.ndjson');
    const writer = new WitnessWriter(path, 'http://127.0.0.1:1', 10);
    writer.append({ kind: 'opaque', connection: 1, at: '', from: 'suite', bytes: 1 });
    expect(writer.close(key)).toMatchObject({ entries: 0, whole: false });
    await expect(readWitnessRecord(path, 'short.ndjson', verifier)).rejects.toThrow('short.ndjson is not whole');
  });
});

describe('the relay', () => {
  it('hands on pipelined requests and what is no HTTP, byte for byte, and notes what it can tell', async () => {
    const peer = await startRawPeer((socket, request) => {
      for (const _ of request.matchAll(/GET /g)) socket.write(jsonAnswer('{}'));
      if (request.includes('garbage')) socket.end('garbage back\r\n\r\n');
    });
    const noted: object[] = [];
    const target = new URL(peer.url);
    const relay = await startRelay({ host: '127.0.0.1', port: 0, target, note: (entry) => void noted.push(entry) });
    const sent = 'GET /1 HTTP/1.1\r\nHost: here\r\n\r\nGET /2 HTTP/1.1\r\n\r\ngarbage\r\n\r\n';
    const got = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(relay.port, '127.0.0.1', () => socket.write(sent));
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
      });
      socket.on('close', () => resolve(text));
    });
    relay.close();
    await peer.close();
    expect(peer.received).toEqual([sent]);
    expect(got).toBe(`${jsonAnswer('{}')}${jsonAnswer('{}')}garbage back\r\n\r\n`);
    expect(noted).toMatchObject([
      { kind: 'exchange', path: '/1', answer: { status: 200 } },
      { kind: 'exchange', path: '/2', answer: { status: 200 } },
      { kind: 'opaque', from: 'suite', bytes: 11 },
      { kind: 'opaque', from: 'target', bytes: 16 },
    ]);
  });
});
