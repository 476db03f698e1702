// Targets that give back what they were given: the signature of the request, which can be sent again while it is fresh, in every place of
// an answer and in every common spelling. None of it may stand in a file of the report or on the terminal.
import { encodeBase64url } from '../../../signing/base64url.js';
import { frame } from '../frames.js';
import type { Answer, Deed, Hostility } from '../hostility.js';

const bytesOf = (signature: string): Buffer => Buffer.from(signature, 'base64url');
const spaced = (text: string, every: number, by: string): string =>
  text.match(new RegExp(`.{1,${every}}`, 'g'))?.join(by) ?? '';

/** A signature of 86 characters of base64url, otherwise. */
const SPELLINGS: Readonly<Record<string, (signature: string) => string>> = {
  plain: (signature) => signature,
  'base64-padded': (signature) => bytesOf(signature).toString('base64'),
  'base64url-padded': (signature) => `${signature}==`,
  hex: (signature) => bytesOf(signature).toString('hex'),
  'hex-capitals': (signature) => bytesOf(signature).toString('hex').toUpperCase(),
  'hex-prefixed': (signature) => `0x${bytesOf(signature).toString('hex')}`,
  'hex-in-pairs': (signature) => spaced(bytesOf(signature).toString('hex'), 2, ':'),
  'hex-in-words': (signature) => spaced(bytesOf(signature).toString('hex'), 8, ' '),
  'hex-in-lines': (signature) => spaced(bytesOf(signature).toString('hex'), 32, '\n'),
  'list-of-bytes': (signature) => [...bytesOf(signature)].join(', '),
  'base64-in-lines': (signature) => spaced(bytesOf(signature).toString('base64'), 64, '\r\n'),
  'base64-of-the-text': (signature) => Buffer.from(signature).toString('base64'),
  'hex-of-the-text': (signature) => Buffer.from(signature).toString('hex'),
  'percent-encoded': (signature) =>
    [...Buffer.from(signature)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  quoted: (signature) => JSON.stringify(JSON.stringify(signature)),
  'in-a-header-line': (signature) => `SVC-SIGN: ${signature}`,
  'in-curl': (signature) => `curl -H 'svc-sign: ${signature}' -H "x: y"`,
  'split-by-blanks': (signature) => spaced(signature, 1, ' '),
  'split-by-soft-hyphens': (signature) => spaced(signature, 1, '\u00ad'),
  'split-by-tags': (signature) => spaced(signature, 4, '<wbr>'),
  'base64-of-base64': (signature) => Buffer.from(Buffer.from(signature).toString('base64')).toString('base64'),
  'base64-of-json': (signature) => Buffer.from(JSON.stringify({ signature })).toString('base64'),
  'numbers-of-its-characters': (signature) => [...Buffer.from(signature)].join(', '),
  'escaped-slashes': (signature) => bytesOf(signature).toString('base64').replaceAll('/', '\\/'),
};

/** Where in an answer it stands. */
const PLACES: Readonly<Record<string, (honest: Answer, text: string) => Deed>> = {
  'error-message': ({ headers }, text) =>
    said(400, headers, { error: { code: 'REQUEST_INVALID' }, error_message: text }),
  code: ({ headers }, text) => said(400, headers, { error: { code: text }, error_message: 'x' }),
  'member-name': ({ headers, status }, text) => said(status, headers, { [text]: 1 }),
  'operation-id': ({ headers, status }, text) => said(status, headers, { operation_id: text, client_request_id: text }),
  'array-of-bytes': ({ headers, status }, text) => said(status, headers, { sent: [...bytesOf(text)] }),
  'members-of-bytes': ({ headers, status }, text) => said(status, headers, { ...[...bytesOf(text)], z: 1 }),
  'array-of-letters': ({ headers, status }, text) => said(status, headers, { sent: [...text] }),
  'no-json': ({ headers, status }, text) => raw(status, headers, `<html>${text}</html>`),
  header: (honest, text) => raw(honest.status, [...honest.headers, ['X-Echo', oneLine(text)]], honest.body),
  'header-name': (honest, text) => raw(honest.status, [...honest.headers, [nameOf(text), 'x']], honest.body),
  cookie: (honest, text) => raw(honest.status, [...honest.headers, ['Set-Cookie', `s=${oneLine(text)}`]], honest.body),
  location: (honest, text) => raw(302, [...honest.headers, ['Location', `/?s=${oneLine(text)}`]], ''),
  'content-type': (honest, text) =>
    raw(honest.status, [['Content-Type', `application/json; x=${oneLine(text)}`]], honest.body),
  date: (honest, text) =>
    raw(
      honest.status,
      [...honest.headers.filter(([name]) => !/^date$/i.test(name)), ['Date', oneLine(text)]],
      honest.body,
    ),
  'reason-phrase': (honest, text) => raw(honest.status, honest.headers, honest.body, oneLine(text)),
};

const EVERY = 4;

/** Whoever cuts a long text off does so in the midst of one of them. */
function manyTimes(signature: string): string {
  return Array.from({ length: 60 }, (_, at) => `${'.'.repeat(at % 7)} ${signature}`).join('');
}

export const ECHOES: readonly Hostility[] = [
  ...Object.entries(SPELLINGS).map(([name, spell]) =>
    about(`spelled-${name}`, (honest, signature) => PLACES['error-message']?.(honest, spell(signature)), spell),
  ),
  ...Object.entries(PLACES).map(([name, place]) => about(`in-${name}`, place)),
  about('in-a-text-too-long-for-reports', (honest, text) => PLACES['error-message']?.(honest, manyTimes(text))),
  about('in-a-code-too-long-for-reports', (honest, text) => PLACES['code']?.(honest, manyTimes(text))),
  about('in-everything-at-once', ({ headers, status }, text) =>
    raw(status, headers, JSON.stringify({ a: Object.values(SPELLINGS).map((spell) => spell(text)) })),
  ),
];

function about(
  name: string,
  answer: (honest: Answer, signature: string) => Deed | undefined,
  spell?: (signature: string) => string,
): Hostility {
  return {
    id: `echoes-${name}`,
    dimension: 'echoes',
    summary: `the signature of each request comes back: ${name.replaceAll('-', ' ')}`,
    honestFirst: 6,
    answer: (honest, { count, signature }) =>
      count % EVERY === 0 || signature === undefined ? undefined : answer(honest, signature),
    ...(spell !== undefined && {
      frame: (text: string, count: number, { signature = '' }): Deed | undefined =>
        count % EVERY === 0
          ? { bytes: frame(JSON.stringify({ type: 'echo', said: spell(signature), text })) }
          : undefined,
    }),
  };
}

function said(status: number, headers: Answer['headers'], body: object): Deed {
  return raw(status, headers, JSON.stringify(body));
}

function raw(status: number, headers: Answer['headers'], body: string, reason = 'X'): Deed {
  const kept = headers
    .filter(([name]) => !/^(content-length|transfer-encoding)$/i.test(name))
    .map(([name, value]) => `${name}: ${value}\r\n`);
  return {
    bytes: `HTTP/1.1 ${status} ${reason}\r\n${kept.join('')}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  };
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
const nameOf = (text: string): string => `X-${text.replaceAll(/[^A-Za-z0-9_-]/g, '')}`;

/** What nobody may find afterwards; base64 of base64 is not among it, since looking for it in three places of each costs too much. */
export function spellingsOf(signature: string): readonly string[] {
  const bytes = bytesOf(signature);
  return [
    signature,
    encodeBase64url(bytes),
    bytes.toString('base64').slice(0, -2),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    [...bytes].join(', '),
    Buffer.from(signature).toString('hex'),
  ];
}
