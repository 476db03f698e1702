// A payload, or a body, that was built twice: the same members with one of them changed, left out, added or named otherwise (interface 5.2;
// 5.3, rule 1). Each change with the member that it is made to.
import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeBase64url } from '../../signing/base64url.js';
import { textOfBytes } from '../capture/capture.js';
import type { SignatureScene } from './message.js';

export interface Changed {
  /** What was done, such as `with another method`. */
  readonly how: string;
  readonly text: string;
}

type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // An object by this test.
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
}

/** As compact as JSON is, and with the blanks that Python writes where the original has them. */
function written(value: unknown, isSpaced: boolean): string {
  const text = JSON.stringify(value);
  return isSpaced
    ? text.replace(
        /("(?:[^"\\]|\\.)*")|([,:])/g,
        (_one, quoted: string | undefined, mark: string) => quoted ?? `${mark} `,
      )
    : text;
}

const isSpaced = (text: string): boolean => /[:,] /.test(text.replace(/"(?:[^"\\]|\\.)*"/g, '""'));

export function* changedPayloads(scene: SignatureScene): Generator<Changed> {
  const text = textOfBytes(scene.payload);
  const fields = fieldsOf(text);
  if (fields === undefined) return;
  const spaced = isSpaced(text);
  for (const [name, values] of Object.entries(otherValues(scene, fields))) {
    if (!Object.hasOwn(fields, name)) continue;
    for (const value of values.filter((one) => one !== fields[name])) {
      const changed = { ...fields, [name]: value };
      yield { how: `the payload with another ${name}`, text: written(changed, spaced) };
      // As a map or a sorted table writes it.
      const sorted = written(Object.fromEntries(Object.entries(changed).toSorted(byName)), spaced);
      yield { how: `the payload with another ${name}, and with sorted members`, text: sorted };
    }
  }
  for (const renamed of renamings(fields)) {
    const how = 'the payload with its members named otherwise';
    const plain = written(renamed, spaced);
    yield { how, text: plain };
    // As Go writes them, whose structures have names of their own too.
    const inGo = plain.replace(/[<>&]/g, (mark) => `\\u00${mark.charCodeAt(0).toString(16)}`);
    if (inGo !== plain) yield { how, text: inGo };
  }
}

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

function otherValues(scene: SignatureScene, fields: Fields): Readonly<Record<string, readonly unknown[]>> {
  const method = String(fields['method']);
  const path = String(fields['path']);
  const [bare = '', query] = path.split('?');
  const ms = Number(fields['timestamp']);
  const hashOf = (bytes: Uint8Array): Uint8Array => scene.hashing.sha256(bytes);
  const body = scene.body ?? new Uint8Array();
  const url = encodeBase64url(hashOf(body));
  const hash = `${url.replaceAll('-', '+').replaceAll('_', '/')}=`;
  const decoded = decodedOf(path);
  return {
    method: [method.toLowerCase(), method.toUpperCase(), 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', ''],
    path: [
      bare,
      ...(query === undefined ? [] : [`${bare}?${query.split('&').sort().join('&')}`]),
      decoded,
      encodeURI(decoded),
      encodeURI(path),
      `${bare}/`,
      path.replace(/^\/v\d+/, ''),
      path.slice(1),
      ...(scene.host === undefined ? [] : [`https://${scene.host}${path}`, `${scene.host}${path}`]),
      `${path}?`,
      '/',
      '',
    ],
    body_hash: [
      url,
      bytesToHex(hashOf(body)),
      hash,
      hash.slice(0, -1),
      `${url}=`,
      encodeBase64url(hashOf(new Uint8Array())),
      textOfBytes(body),
      '',
      null,
    ],
    idempotency_key: ['', scene.idempotencyKey, null],
    api_key: ['', scene.apiKey],
    timestamp: [
      Math.floor(ms / 1000),
      ms / 1000,
      ms * 1000,
      String(ms),
      String(Math.floor(ms / 1000)),
      scene.timestamp,
      0,
    ],
    sign_version: ['1', 0, 'v1', 2],
  };
}

function decodedOf(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const camel = (name: string): string => name.replace(/[_-]([a-z])/g, (_one, letter: string) => letter.toUpperCase());
const SPELLINGS: readonly ((name: string) => string)[] = [
  camel,
  (name) => camel(name).replace(/^[a-z]/, (letter) => letter.toUpperCase()),
  (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  (name) => name.replaceAll('_', '-'),
  (name) => name.toUpperCase(),
];

/** All members named in another style, nested ones as well. */
function renamings(value: Fields): readonly Fields[] {
  const own = JSON.stringify(value);
  // Objects as they were; where no name changes, only the spelling would, which is another mistake.
  return SPELLINGS.map((spell) => renamed(value, spell) as Fields).filter((one) => JSON.stringify(one) !== own);
}

function renamed(value: unknown, spell: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, spell));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [spell(name), renamed(one, spell)]));
}

/** What a client library, a middleware or a gateway makes of an object between hashing and sending. */
export function* changedBodies(text: string, stamps: Readonly<Record<string, string>>): Generator<Changed> {
  const fields = fieldsOf(text);
  if (fields === undefined) return;
  const all = Object.entries(fields);
  const shapes: (readonly [how: string, value: unknown])[] = [
    ...WRAPPERS.map((name) => [`the body inside a member ${name}`, { [name]: fields }] as const),
    ['the body in a list', [fields]],
    ...all
      .filter(([, value]) => typeof value === 'object')
      .map(([name, value]) => [`the member ${name} of the body alone`, value] as const),
    ...all.map(([name]) => [`the body without its member ${name}`, without(all, name)] as const),
    ...Object.entries(named(stamps)).flatMap(([name, value]) =>
      [value, ...(/^\d{1,15}$/.test(value) ? [Number(value)] : [])].map(
        (one) => [`the body with a member ${name}`, { ...fields, [name]: one }] as const,
      ),
    ),
    ...renamings(fields).map((one) => ['the body with its members named otherwise', one] as const),
  ];
  for (const [how, value] of shapes) {
    for (const spaced of [false, true]) yield { how, text: written(value, spaced) };
  }
}

/** Under the names that people give them as well. */
const named = (stamps: Readonly<Record<string, string>>): Readonly<Record<string, string>> => ({
  ...stamps,
  ...(stamps['idempotency_key']
    ? { client_request_id: stamps['idempotency_key'], request_id: stamps['idempotency_key'] }
    : {}),
});

const WRAPPERS = ['data', 'body', 'payload', 'order', 'request', 'params', 'json'];

const without = (all: readonly (readonly [string, unknown])[], name: string): Fields =>
  Object.fromEntries(all.filter(([one]) => one !== name));
