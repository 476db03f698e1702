// What is sent after the handshake of a stream is no body of it, whatever shows the two together.
import { describe, expect, test } from 'vitest';
import { diagnose } from '../diagnose.js';
import type { Diagnosis } from '../diagnosis.js';
import type { Capture } from './capture.js';
import { capture, NOW_MS, native } from './captures.test.aid.js';
import { readCapture } from './read-capture.js';

const PATH = '/v1/server-events/accounts/42/ws/events';
const URL = `wss://h.example${PATH}`;
const COMMAND = '{"event":"transactions"}';
const judge = (text: string): Diagnosis => diagnose(readCapture(Buffer.from(text)), { ...native, clockMs: NOW_MS });
const list = ({ headers }: Capture, write: (name: string, value: string) => string, between: string): string =>
  headers.map(([name, value]) => write(name, value)).join(between);
const dictionary = (one: Capture): string => list(one, (name, value) => `"${name}": "${value}"`, ', ');

const PROGRAMS: readonly (readonly [form: string, of: (one: Capture) => string])[] = [
  [
    'Python',
    (one) =>
      `async with websockets.connect("${URL}", extra_headers={${dictionary(one)}}) as ws:\n    await ws.send('${COMMAND}')\n`,
  ],
  [
    'JavaScript',
    (one) => `const ws = new WebSocket('${URL}', { headers: {${dictionary(one)}} });\nws.send('${COMMAND}');\n`,
  ],
  [
    'Go',
    (one) =>
      `${list(one, (name, value) => `h.Set("${name}", "${value}")`, '\n')}\nconn, _, err := websocket.DefaultDialer.Dial("${URL}", h)\nconn.WriteMessage(websocket.TextMessage, []byte(\`${COMMAND}\`))\n`,
  ],
  [
    'a file of requests',
    (one) => `WEBSOCKET ${URL}\n${list(one, (name, value) => `${name}: ${value}`, '\n')}\n\n${COMMAND}\n`,
  ],
];

describe.each(PROGRAMS)('%s', (_form, of) => {
  const right = capture({ method: 'GET', path: PATH });

  test('a handshake with a message is correct', () => {
    expect(judge(of(right)).verdict).toBe('correct');
  });

  test('a signer that hashes the message is not', () => {
    const wrong = capture({ method: 'GET', path: PATH, signedBody: Buffer.from(COMMAND) });
    expect(judge(of(wrong)).stages.find(({ stage }) => stage === 'body-hash')?.state).toBe('broken');
  });
});

test('a read that shows a text for its body keeps it', () => {
  const one = capture({ method: 'GET', path: '/v1/configuration/accounts/42/limits', signedBody: Buffer.from('{}') });
  const text = JSON.stringify({ method: 'GET', path: one.path, headers: Object.fromEntries(one.headers), body: '{}' });
  expect(readCapture(Buffer.from(text)).body).toHaveLength(2);
});
