// Messages that are right each by itself and tell a story that has no end, or none that can be: pages after pages, operations that never
// finish, names that are new each time, refusals in turn, streams that live for a moment; and peers that send and never read.
import { frame } from '../frames.js';
import type { Answer, Deed, Hostility } from '../hostility.js';

type Ask = Parameters<NonNullable<Hostility['answer']>>[1];
type Change = (honest: Answer, ask: Ask) => Deed | undefined;

const isHistory = (path: string): boolean => path.includes('/history/');
const isStatus = (path: string): boolean => path.includes('/operations/');
const isTrade = ({ method }: Ask): boolean => method !== 'GET';
/** Nothing where the text stays as it is, so that only what is met counts. */
const instead = (honest: Answer, body: string): Deed | undefined =>
  body === honest.body ? undefined : said({ ...honest, body });
const pages = (cursor: (count: number) => string): Change => {
  return (honest, { path, count }) =>
    isHistory(path)
      ? instead(
          honest,
          honest.body.replace(/,"next_cursor":"[^"]*"/, '').replace(/\}$/, `,"next_cursor":"${cursor(count)}"}`),
        )
      : undefined;
};
const refusal = (status: number, code: string, retryAfter = '1'): Deed =>
  said({
    status,
    headers: [['Retry-After', retryAfter]],
    body: JSON.stringify({ error: { code }, error_message: code }),
  });

const ANSWERS: Readonly<Record<string, Change>> = {
  'pages-without-end': pages((count) => `again-${count}`),
  'pages-with-one-cursor': pages(() => 'the-same'),
  'pages-whose-cursors-grow': pages((count) => 'c'.repeat(1000 * count)),
  'pages-whose-cursors-hold-a-query': pages((count) => `a&limit=1&cursor=b#${count}%00`),
  'pages-of-nothing-without-end': (honest, { path, count }) =>
    isHistory(path)
      ? instead(honest, honest.body.replace(/:\[.*\]/, ':[]').replace(/\}$/, `,"next_cursor":"more-${count}"}`))
      : undefined,
  'operations-that-never-finish': (honest, { path }) =>
    isStatus(path) ? instead(honest, honest.body.replace(/"status":"\w+"/, '"status":"pending"')) : undefined,
  'operations-that-finish-otherwise-each-time': (honest, { path, count }) =>
    isStatus(path)
      ? instead(honest, honest.body.replace(/"status":"\w+"/, `"status":"${count % 2 === 0 ? 'rejected' : 'success'}"`))
      : undefined,
  'operations-of-another-name-each-time': (honest, { count }) =>
    instead(honest, honest.body.replaceAll(/"operation_id":"[^"]*"/g, `"operation_id":"op-${count}"`)),
  'operations-that-are-all-one': (honest) =>
    instead(honest, honest.body.replaceAll(/"operation_id":"[^"]*"/g, '"operation_id":"op-1"')),
  'keys-of-others': (honest, { count }) =>
    instead(honest, honest.body.replaceAll(/"client_request_id":"[^"]*"/g, `"client_request_id":"other-${count}"`)),
  'accepts-and-does-nothing': (honest, ask) =>
    isTrade(ask)
      ? said({ ...honest, status: 202, body: `{"operation_id":"op-none-${ask.count}","client_request_id":"x"}` })
      : undefined,
  'accepts-whatever-it-refuses': (honest) => (honest.status >= 400 ? said({ ...honest, status: 202 }) : undefined),
  'refuses-every-second-for-its-quota': (_honest, { count }) =>
    count % 2 === 0 ? refusal(429, 'REQUEST_RATE_LIMIT', '1') : undefined,
  'refuses-two-of-three-for-now': (_honest, { count }) =>
    count % 3 === 0 ? undefined : refusal(503, 'SYSTEM_TEMPORARY_UNAVAILABLE', '2'),
  'refuses-the-key-now-and-then': (_honest, { count }) =>
    count % 4 === 0 ? refusal(401, 'AUTH_INVALID_API_KEY') : undefined,
  'limits-of-nothing': (honest, { path }) =>
    path.includes('/limits') ? instead(honest, honest.body.replaceAll(/:(\d+)/g, ':0')) : undefined,
  'limits-for-ages': (honest, { path }) =>
    path.includes('/limits') ? instead(honest, honest.body.replaceAll(/:(\d+)/g, ':999999999999')) : undefined,
  'instruments-new-each-time': (honest, { path, count }) =>
    path.endsWith('/instruments')
      ? instead(honest, honest.body.replaceAll(/"([A-Z0-9/]{5,8})"/g, `"$1-${count}"`))
      : undefined,
  'volumes-that-no-order-has': (honest, { path }) =>
    path.endsWith('/conditions')
      ? instead(honest, honest.body.replaceAll(/"volume_(min|step)":"[^"]*"/g, '"volume_$1":"0.000000000000000000007"'))
      : undefined,
  'volumes-whose-least-is-the-most': (honest, { path }) =>
    path.endsWith('/conditions')
      ? instead(honest, honest.body.replace(/"volume_min":"[^"]*"/, '"volume_min":"999999999999"'))
      : undefined,
  'digits-without-number': (honest, { path }) =>
    path.endsWith('/conditions')
      ? instead(honest, honest.body.replace(/"point_digits":\d+/, '"point_digits":4000'))
      : undefined,
  'answers-just-in-time': (honest) => ({ ...said(honest), delayMs: 700 }),
  'answers-then-closes-its-half': (honest) => ({ ...said(honest), end: 'end' }),
  'answers-then-resets': (honest) => ({ ...said(honest), end: 'reset' }),
  'answers-as-long-as-the-journal': (honest, { count }) =>
    instead(honest, honest.body.replace(/^\{/, `{"x_history":"${'h'.repeat(Math.min(800_000, 2000 * count))}",`)),
};

const FRAMES: Readonly<Record<string, NonNullable<Hostility['frame']>>> = {
  'events-again-by-other-names': (text, count) => ({
    bytes: Buffer.concat([
      frame(text),
      ...Array.from({ length: 40 }, (_, copy) =>
        frame(
          text
            .replaceAll(/"((?:\w+_)?id)":"[^"]*"/g, `"$1":"${count}-${copy}"`)
            .replaceAll(/"client_request_id":"[^"]*",?/g, ''),
        ),
      ),
    ]),
  }),
  'events-for-keys-of-others': (text, count) => ({
    bytes: frame(text.replaceAll(/"client_request_id":"[^"]*"/g, `"client_request_id":"other-${count}"`)),
  }),
  'events-a-second-late': (text) => ({ bytes: frame(text), delayMs: 1000 }),
  'events-in-two-thousand-fragments': (text) => ({
    bytes: Buffer.concat([
      frame(text, { fin: false }),
      ...Array.from({ length: 2000 }, () => frame('', { opcode: 0, fin: false })),
      frame('', { opcode: 0 }),
    ]),
  }),
  'figures-that-grow': (text, count) => ({
    bytes: frame(text.replaceAll(/"(balance|equity|used_margin)":"(\d+)/g, `"$1":"$2${'0'.repeat(count % 900)}`)),
  }),
  'streams-that-close-their-half': (text) => ({ bytes: frame(text), end: 'end' }),
  'streams-for-one-message': (text) => ({ bytes: frame(text), end: 'reset' }),
  'every-message-is-a-snapshot': (text) => ({
    bytes: frame(text.replace(/"type":"\w+"/, '"type":"trading_state_snapshot"')),
  }),
  'subscriptions-never-confirmed': (text) => (text.includes('"subscribed"') ? { bytes: '' } : undefined),
  'subscriptions-confirmed-a-hundred-times': (text) =>
    text.includes('"subscribed"')
      ? { bytes: Buffer.concat(Array.from({ length: 100 }, () => frame(text))) }
      : undefined,
};

const HANDSHAKES: Readonly<Record<string, NonNullable<Hostility['handshake']>>> = {
  'streams-refused-two-times-of-three': (_head, count) =>
    count % 3 === 0 ? undefined : { ...refusal(503, 'SYSTEM_TEMPORARY_UNAVAILABLE'), end: 'end' },
  'streams-refused-for-the-quota': (_head, count) =>
    count % 2 === 0 ? undefined : { ...refusal(429, 'REQUEST_RATE_LIMIT', '3'), end: 'end' },
  'streams-open-just-in-time': (head) => ({ bytes: head, delayMs: 700 }),
};

const FLOOD = frame('a'.repeat(125), { opcode: 9 });

/** They read nothing of a stream after its handshake. */
const DEAF: Readonly<Record<string, Hostility['greeting']>> = {
  deaf: () => ({ bytes: frame('a', { opcode: 9 }) }),
  'deaf-and-pings': () => ({ forever: Buffer.concat(Array.from({ length: 500 }, () => FLOOD)) }),
  'deaf-and-pings-steadily': () => ({ forever: FLOOD, everyMs: 2 }),
  'deaf-and-closes': () => ({ bytes: frame(Buffer.from([3, 232]), { opcode: 8 }), end: 'hang' }),
};

const common = (name: string, what: string): Pick<Hostility, 'id' | 'dimension' | 'summary' | 'honestFirst'> => ({
  id: `stories-${name}`,
  dimension: 'stories',
  summary: `${what}: ${name.replaceAll('-', ' ')}`,
  honestFirst: 6,
});

export const STORIES: readonly Hostility[] = [
  ...Object.entries(ANSWERS).map(([name, answer]) => ({ ...common(name, 'answers'), answer })),
  ...Object.entries(FRAMES).map(([name, change]) => ({ ...common(name, 'streams'), frame: change })),
  ...Object.entries(HANDSHAKES).map(([name, handshake]) => ({ ...common(name, 'handshakes'), handshake })),
  ...Object.entries(DEAF).map(([name, greeting]) => ({
    ...common(name, 'streams'),
    isDeaf: true,
    ...(greeting && { greeting }),
  })),
];

function said({ status, headers, body }: Answer): Deed {
  const kept = headers
    .filter(([name]) => !/^(content-length|transfer-encoding)$/i.test(name))
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return {
    bytes: `HTTP/1.1 ${status} X\r\n${kept.join('')}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  };
}
