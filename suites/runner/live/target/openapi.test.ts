// Fetching a description: from a server or a file, JSON or YAML, bounded, once.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordDraft } from '../../../../toolkit/journal/record.js';
import { Undecided } from '../../check-end.js';
import { OpenapiDocument } from '../../openapi.js';
import { Openapi } from './openapi.js';

const JSON_TEXT = '{"openapi":"3.1.0","paths":{"/v1/a":{"get":{}}}}';
const YAML_TEXT = 'openapi: 3.1.0\npaths:\n  /v1/a: &a\n    get: {}\n  /v1/b: *a\n';
const MERGED_TEXT = 'paths:\n  /v1/b: &b\n    get: {}\n  /v1/a:\n    <<: *b\n    post: {}\n';

let server: Server;
let url: string;
let folder: string;
let requests: number;
let answer: { readonly status: number; readonly body: string };
const records: RecordDraft[] = [];
const journal = { append: (draft: RecordDraft): number => records.push(draft) };

beforeEach(async () => {
  records.length = 0;
  requests = 0;
  answer = { status: 200, body: JSON_TEXT };
  server = createServer((_, response) => {
    requests += 1;
    response.writeHead(answer.status, { location: '/elsewhere' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this kind.
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi.json?of=all`;
  folder = await mkdtemp(join(tmpdir(), 'openapi-'));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

const { signal } = new AbortController();
const fetching = (source: string | undefined): Openapi => new Openapi(source, { journal, timeoutMs: 2000, signal });

describe('a URL', () => {
  it('is fetched once and journalled with what came', async () => {
    const openapi = fetching(url);
    const [document] = await Promise.all([openapi.document(), openapi.document()]);
    expect(document.operation('GET', '/v1/a')).toBeDefined();
    expect(requests).toBe(1);
    expect(records.map(({ kind }) => kind)).toEqual(['invoke', 'ok']);
    expect(records[0]?.parsed).toMatchObject({ request: 'openapi', path: '/openapi.json?of=all' });
    expect(records[document.record - 1]?.raw).toBe(JSON_TEXT);
  });

  it('is asked for again where a lock or a busy moment stands in for it', async () => {
    answer = { status: 401, body: '' };
    const document = fetching(url).document();
    await vi.waitUntil(() => requests > 0);
    answer = { status: 200, body: JSON_TEXT };
    await expect(document).resolves.toBeInstanceOf(OpenapiDocument);
  });

  it.each([
    ['a redirect', { status: 302, body: '' }],
    ['a refusal', { status: 404, body: '{}' }],
    ['text that is neither JSON nor YAML', { status: 200, body: '{"openapi":' }],
    ['a list', { status: 200, body: '- one' }],
    ['a document too large', { status: 200, body: `{"a":"${'x'.repeat(5 << 20)}"}` }],
    ['a document too deep', { status: 200, body: `{"a":${'['.repeat(1000)}${']'.repeat(1000)}}` }],
    ['YAML that unfolds without end', { status: 200, body: `a: &a [1,1]\n${bomb()}` }],
  ])('that gives %s leaves the check undecided', async (_, given) => {
    answer = given;
    await expect(fetching(url).document()).rejects.toThrow(Undecided);
  });

  it('where nobody answers leaves the check undecided', async () => {
    await new Promise((resolve) => server.close(resolve));
    await expect(fetching(url).document()).rejects.toThrow(Undecided);
    expect(records.at(-1)?.error).toMatchObject({ code: 'unreachable' });
  });
});

describe('a file', () => {
  it.each([
    ['JSON', JSON_TEXT],
    ['YAML', YAML_TEXT],
    ['YAML with merge keys', MERGED_TEXT],
  ])('of %s is read', async (name, text) => {
    const file = join(folder, `openapi.${name}`);
    await writeFile(file, text);
    const document = await fetching(file).document();
    expect(document.operation('GET', '/v1/a')).toBeDefined();
    expect(records).toMatchObject([{ kind: 'info', raw: text }]);
  });

  it('that is not there leaves the check undecided, and so does a profile that names none', async () => {
    await expect(fetching(join(folder, 'none.yaml')).document()).rejects.toThrow(/could not be read/);
    await expect(fetching(undefined).document()).rejects.toThrow(/names no openapi/);
  });
});

/** Each line refers ten times to the one before. */
function bomb(): string {
  const letters = 'abcdefghi';
  return [...letters.slice(1)].map((name, at) => `${name}: &${name} [${`*${letters[at]},`.repeat(10)}1]`).join('\n');
}
