import { describe, expect, test } from 'vitest';
import type { Capture } from './capture/capture.js';
import { readCapture } from './capture/read-capture.js';
import { shellWords } from './capture/shell-words.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string, options = {}): Capture => readCapture(bytes(text), options);
const bodyOf = (capture: Capture): string | undefined =>
  capture.body === undefined ? undefined : new TextDecoder().decode(capture.body);

describe('raw HTTP', () => {
  test('is read with its headers in order and its body in bytes', () => {
    const capture = read(
      'POST /v1/x?b=2&a=%7e HTTP/1.1\r\nHost: a\r\nSVC-SIGN:  abc \r\nsvc-sign: d\r\nEmpty:\r\nContent-Length: 7\r\n\r\n{"a":1}',
    );
    expect(capture).toMatchObject({
      format: 'http',
      method: 'POST',
      path: '/v1/x?b=2&a=%7e',
      headers: [
        ['Host', 'a'],
        ['SVC-SIGN', 'abc'],
        ['svc-sign', 'd'],
        ['Empty', ''],
        ['Content-Length', '7'],
      ],
      notes: [],
    });
    expect(bodyOf(capture)).toBe('{"a":1}');
  });

  test('takes bare line feeds, leading blank lines and wrapped values', () => {
    const capture = read('\n\nGET /v1/x HTTP/1.1\nHost: a\nSVC-DATA: abc\n def\n');
    expect(capture.headers).toEqual([
      ['Host', 'a'],
      ['SVC-DATA', 'abc def'],
    ]);
    expect(bodyOf(capture)).toBe('');
  });

  test('keeps a body that is no text', () => {
    const head = bytes('POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\n');
    const capture = readCapture(Uint8Array.from([...head, 0, 0xff, 0x0a, 0x0a]));
    expect(capture.body).toEqual(Uint8Array.from([0, 0xff, 0x0a]));
  });

  test('leaves open whether a last line break was sent, unless a length is stated', () => {
    const open = read('POST /x HTTP/2\nHost: a\n\n{}\n');
    expect(bodyOf(open)).toBe('{}\n');
    expect(open.otherBodies?.map((one) => new TextDecoder().decode(one))).toContain('{}');
    const stated = read('POST /x HTTP/1.1\nHost: a\nContent-Length: 2\n\n{}\n');
    expect(bodyOf(stated)).toBe('{}');
    expect(stated.notes).toEqual([]);
  });

  test('takes the stated length of a body, and says so where the capture holds more', () => {
    const more = read('POST /x HTTP/1.1\nHost: a\nContent-Length: 2\n\n{"a":1}');
    expect(bodyOf(more)).toBe('{"');
    expect(more.notes).toEqual(['the capture holds 7 bytes of body, of which the first 2 count: Content-Length']);
  });

  test('does not know a body that is cut off or chunked', () => {
    const cut = read('POST /x HTTP/1.1\nHost: a\nContent-Length: 50\n\n{}');
    expect(cut.body).toBeUndefined();
    expect(cut.notes).toEqual(['the body is cut off: 50 bytes are stated, 2 are here']);
    expect(read('POST /x HTTP/1.1\nHost: a\nTransfer-Encoding: chunked\n\n2\r\n{}\r\n').body).toBeUndefined();
  });

  test('takes the path of an absolute target and the pseudo headers of HTTP/2', () => {
    expect(read('GET https://h.example/v1/x?a=1 HTTP/1.1\nHost: h\n').path).toBe('/v1/x?a=1');
    expect(read(':method: GET\n:path: /v1/x\n:authority: h\nsvc-sign: a\n')).toMatchObject({
      method: 'GET',
      path: '/v1/x',
      headers: [['svc-sign', 'a']],
    });
  });

  test('keeps blanks in a target, which no server would take', () => {
    expect(read('GET /v1/a b HTTP/1.1\nHost: a\n').path).toBe('/v1/a b');
  });
});

describe('curl', () => {
  test('is read as curl would send it', () => {
    const capture = read(
      `$ curl -sS -X POST "https://h.example/v1/x?b=2" \\\n  -H 'SVC-SIGN: abc' -H "SVC-IDEMPOTENCY-KEY;" --compressed --data-raw '{"a":"it'\\''s"}'`,
    );
    expect(capture).toMatchObject({
      format: 'curl',
      method: 'POST',
      path: '/v1/x?b=2',
      headers: [
        ['SVC-SIGN', 'abc'],
        ['SVC-IDEMPOTENCY-KEY', ''],
      ],
    });
    expect(bodyOf(capture)).toBe(`{"a":"it's"}`);
  });

  test('drops a header without a value, as curl does, and says so', () => {
    const capture = read("curl https://h/v1/x -H 'SVC-IDEMPOTENCY-KEY:'");
    expect(capture.headers).toEqual([]);
    expect(capture.notes).toEqual([
      'curl sends no header for "SVC-IDEMPOTENCY-KEY:" without a value; write "SVC-IDEMPOTENCY-KEY;" to send it empty',
    ]);
  });

  test.each([
    ['curl https://h/v1/x', 'GET', '/v1/x', ''],
    ['curl h/v1/x', 'GET', '/v1/x', ''],
    ['curl https://h', 'GET', '/', ''],
    ['curl https://h?a=1', 'GET', '/?a=1', ''],
    ['curl -d a=1 -d b=2 https://h/v1/x', 'POST', '/v1/x', 'a=1&b=2'],
    ['curl -da=1 https://h/v1/x', 'POST', '/v1/x', 'a=1'],
    ['curl -G -d a=1 https://h/v1/x?z=0', 'GET', '/v1/x?z=0&a=1', ''],
    ['curl --data-urlencode "q=a b" https://h/v1/x', 'POST', '/v1/x', 'q=a%20b'],
    ['curl --json {} https://h/v1/x', 'POST', '/v1/x', '{}'],
    ['curl --request=PUT --url https://h/v1/x#part', 'PUT', '/v1/x', ''],
    ['curl -sSXDELETE -o /dev/null https://h/v1/x', 'DELETE', '/v1/x', ''],
    [`curl $'https://h/v1/x' --data-raw $'{"a":"\\u00e9\\n"}'`, 'POST', '/v1/x', '{"a":"é\n"}'],
  ])('%s is %s %s', (text, method, path, body) => {
    const capture = read(text);
    expect([capture.method, capture.path, bodyOf(capture)]).toEqual([method, path, body]);
  });

  test('does not know a body in a file', () => {
    const capture = read('curl -d @order.json https://h/v1/x');
    expect(capture.body).toBeUndefined();
    expect(capture.notes.join(' ')).toMatch(/"order.json".*strips line breaks/);
  });

  test.each(["curl 'https://h", 'curl "https://h', "curl $'https://h"])('that is cut off is refused: %s', (text) => {
    expect(() => read(text)).toThrow(/cut off/);
  });

  test('without a URL is refused', () => {
    expect(() => read('curl -H "a: b"')).toThrow(/expected a URL/);
  });
});

describe('shell words', () => {
  test('are split like a shell does', () => {
    expect(shellWords(`a 'b c' "d \\"e\\" \\x" f\\ g '' "" $'h\\ti\\x41' \\\n j`)).toEqual([
      'a',
      'b c',
      'd "e" \\x',
      'f g',
      '',
      '',
      'h\tiA',
      'j',
    ]);
  });
});

describe('JSON', () => {
  const headers = [['SVC-SIGN', 'a']];

  test.each([
    ['a path', { path: '/v1/x' }],
    ['a URL', { url: 'https://h/v1/x' }],
    ['a target', { target: '/v1/x' }],
  ])('with %s is read', (_what, target) => {
    expect(read(JSON.stringify({ method: 'GET', ...target, headers }))).toMatchObject({
      format: 'json',
      path: '/v1/x',
      headers,
    });
  });

  test.each([
    [
      'an object',
      { 'SVC-SIGN': 'a', Two: ['b', 'c'], Empty: '' },
      [
        ['SVC-SIGN', 'a'],
        ['Two', 'b'],
        ['Two', 'c'],
        ['Empty', ''],
      ],
    ],
    ['pairs', [['SVC-SIGN', 'a']], [['SVC-SIGN', 'a']]],
    ['names and values', [{ name: 'SVC-SIGN', value: 'a' }], [['SVC-SIGN', 'a']]],
  ])('takes headers as %s', (_what, given, expected) => {
    expect(read(JSON.stringify({ method: 'GET', path: '/', headers: given })).headers).toEqual(expected);
  });

  test.each([
    ['text', '{"a": 1}', '{"a": 1}'],
    ['base64', { base64: 'AP8=' }, '\0\ufffd'],
    ['nothing', null, ''],
  ])('takes a body as %s', (_what, body, expected) => {
    expect(bodyOf(read(JSON.stringify({ method: 'POST', path: '/', body })))).toBe(expected);
  });

  test('takes a body as JSON, of which the spelling is not known', () => {
    const { body, otherBodies, showsBody } = read(JSON.stringify({ method: 'POST', path: '/', body: { a: 1 } }));
    expect([body, showsBody]).toEqual([undefined, true]);
    expect(otherBodies?.map((one) => Buffer.from(one).toString())).toEqual(['{"a":1}']);
  });

  test('of a HAR file gives the first signed entry, or the one asked for', () => {
    const entry = (url: string, name: string): object => ({
      startedDateTime: '2026-01-01T00:00:00.000Z',
      request: { method: 'POST', url, headers: [{ name, value: 'v' }], postData: { text: '{}' } },
      response: { headers: [{ name: 'Date', value: 'Thu, 01 Jan 2026 00:00:05 GMT' }] },
    });
    const har = JSON.stringify({
      log: { entries: [entry('https://h/a', 'x'), entry('https://h/v1/b?c=1', 'SVC-SIGN')] },
    });
    expect(read(har)).toMatchObject({
      format: 'har',
      path: '/v1/b?c=1',
      atMs: Date.UTC(2026, 0, 1, 0, 0, 5),
      notes: ['taken from entry 1 of 2'],
    });
    expect(read(har, { entry: 0 }).path).toBe('/a');
    expect(() => read(har, { entry: 9 })).toThrow(/expected a HAR entry with a request at 9/);
    expect(read(JSON.stringify(entry('https://h/one', 'x'))).path).toBe('/one');
  });

  test('of a journal gives the request of a record', () => {
    const record = (i: number, kind: string): string =>
      JSON.stringify({
        i,
        kind,
        wall: '2026-01-01T00:00:00.000Z',
        raw: '{}',
        parsed: { method: 'POST', path: '/v1/x', headers },
      });
    const journal = `{"journal":1}\n${record(1, 'invoke')}\n${record(2, 'ok')}\n`;
    expect(read(record(1, 'invoke'))).toMatchObject({ format: 'journal', path: '/v1/x', atMs: Date.UTC(2026, 0, 1) });
    expect(bodyOf(read(journal, { record: 1 }))).toBe('{}');
    expect(() => read(journal, { record: 2 })).toThrow(/expected record 2 to be a request/);
    expect(() => read(journal, { record: 3 })).toThrow(/without/);
    expect(() => read(journal)).toThrow(/name the record/);
  });
});

describe('what is no capture', () => {
  test.each([
    ['', /got nothing/],
    ['hello', /got something else/],
    ['{"method":"GET"', /expected JSON/],
    ['{"a":1}', /without the first two/],
    ['[1,2]', /without the first two/],
    [`{"a":${'['.repeat(5_000)}`, /expected JSON/],
    ['GET', /got something else/],
    [':method: GET\n', /pseudo headers/],
  ])('is refused in one sentence: %s', (text, message) => {
    expect(() => read(text)).toThrow(message);
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'capture-invalid' }));
  });

  test('includes a capture beyond the bound', () => {
    expect(() => readCapture(new Uint8Array(40 << 20))).toThrow(/at most 32 MB, got 40 MB/);
  });
});
