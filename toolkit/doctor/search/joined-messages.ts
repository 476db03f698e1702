// Parts of the request joined and signed in place of the payload (interface 5.3, rule 1): in the orders and with the marks that clients of
// other interfaces use, beside the payload or without it, as the lines of its head, as names and values.

import { bytesToHex } from '@noble/hashes/utils.js';
import { encodeBase64url } from '../../signing/base64url.js';
import type { SlipId } from '../../signing/slips/slips.js';
import { joined, textOfBytes, utf8Bytes } from '../capture/capture.js';
import { COMPACT, parseJsonTree, printJsonTree, unquoted } from './json-tree.js';
import { headersOf, type Message, type SignatureScene } from './message.js';

const say = (cause: SlipId, how: string, text: string): Message => ({ cause, how, bytes: utf8Bytes(text) });
const message = (cause: SlipId, text: string): Message => ({ cause, bytes: utf8Bytes(text) });

const PARTS = {
  timestamp: 'the timestamp',
  method: 'the method',
  path: 'the path',
  body: 'the body',
  bodyHash: 'its hash',
  apiKey: 'the API key',
  idempotencyKey: 'the idempotency key',
  version: 'the version',
} as const;

/** In the orders that other interfaces have. */
const ORDERS: readonly (readonly (keyof typeof PARTS)[])[] = [
  ['timestamp', 'method', 'path', 'body'],
  ['timestamp', 'method', 'path', 'bodyHash'],
  ['method', 'path', 'timestamp', 'body'],
  ['method', 'path', 'timestamp', 'bodyHash'],
  ['apiKey', 'timestamp', 'method', 'path', 'body'],
  ['apiKey', 'idempotencyKey', 'timestamp', 'version', 'method', 'path', 'bodyHash'],
  ['method', 'path', 'body'],
  ['method', 'path', 'bodyHash'],
  ['timestamp', 'body'],
  ['method', 'path'],
  ['timestamp', 'method', 'path'],
  ['timestamp', 'path'],
  ['method', 'path', 'timestamp'],
  ['apiKey', 'timestamp', 'path', 'method', 'body'],
  ['path', 'body'],
  ['apiKey', 'timestamp'],
  ['apiKey', 'timestamp', 'body'],
  ['timestamp', 'apiKey', 'body'],
  ['apiKey', 'timestamp', 'bodyHash'],
  ['apiKey', 'body', 'timestamp'],
  ['method', 'path', 'apiKey', 'timestamp', 'body'],
];

/** Rarer ones, which are tried with few marks: each list costs its verifications. */
export const RARER_ORDERS: typeof ORDERS = [
  ['body', 'timestamp'],
  ['bodyHash', 'timestamp'],
  ['timestamp', 'bodyHash'],
  ['body', 'path'],
  ['path', 'timestamp'],
  ['path', 'timestamp', 'body'],
  ['body', 'apiKey'],
  ['body', 'timestamp', 'apiKey'],
  ['body', 'apiKey', 'timestamp'],
];

export interface RequestList {
  /** `the timestamp, the method, the path`. */
  readonly how: string;
  readonly parts: readonly string[];
}

export function requestLists(scene: SignatureScene, orders: typeof ORDERS = ORDERS): readonly RequestList[] {
  const body = scene.body === undefined ? '' : textOfBytes(scene.body);
  const values = { ...scene, body, version: '1' };
  return orders.map((order) => ({
    how: order.map((part) => PARTS[part]).join(', '),
    parts: order.map((part) => values[part]),
  }));
}

export function* joinedWithPayload({
  payload,
  data,
  timestamp,
  apiKey,
  idempotencyKey,
  method,
  path,
  body,
}: SignatureScene): Generator<Message> {
  const text = textOfBytes(payload);
  const bodyText = body === undefined ? '' : textOfBytes(body);
  for (const [name, core] of [
    ['the payload', text],
    ['SVC-DATA', data],
  ] as const) {
    const named = {
      timestamp: ['the timestamp', timestamp],
      core: [name, core],
      body: ['the body', bodyText],
      apiKey: ['the API key', apiKey],
      idempotencyKey: ['the idempotency key', idempotencyKey],
      method: ['the method', method],
      path: ['the path', path],
      one: ['"1"', '1'],
      v1: ['"v1"', 'v1'],
    } as const;
    const lists: readonly (readonly (keyof typeof named)[])[] = [
      ['timestamp', 'core'],
      ['core', 'timestamp'],
      ['core', 'body'],
      ['body', 'core'],
      ['apiKey', 'core'],
      ['core', 'apiKey'],
      ['timestamp', 'apiKey', 'core'],
      ['apiKey', 'timestamp', 'core'],
      ['method', 'path', 'core'],
      ['timestamp', 'method', 'path', 'core'],
      ['idempotencyKey', 'core'],
      ['apiKey', 'idempotencyKey', 'timestamp', 'one', 'core'],
      ['one', 'core'],
      ['timestamp', 'core', 'body'],
      ['v1', 'timestamp', 'core'],
      ['core', 'core'],
    ];
    // With nothing for a body, its mark is a character more, which other searches name.
    for (const list of bodyText === '' ? lists.filter((one) => !one.includes('body')) : lists) {
      for (const by of ['', '.', '\n', '|', ':', '&', ',', ' ']) {
        const parts = list.map((part) => named[part]);
        const how =
          parts.map(([words]) => words).join(', ') + (by === '' ? ', joined' : `, joined by ${JSON.stringify(by)}`);
        yield say('signed-concatenation', how, parts.map(([, part]) => part).join(by));
      }
    }
    for (const wallet of ['Ethereum', 'Bitcoin', 'TRON']) {
      const head = `${String.fromCharCode(wallet.length + 17)}${wallet} Signed Message:\n`;
      yield say('signed-enveloped', `${name} behind the words of a wallet`, `${head}${utf8Bytes(core).length}${core}`);
    }
    for (const before of PREFIXES) yield say('signed-respelled', `${name} behind "${before}"`, before + core);
  }
}

/** What stands before a value in a header, a form or a log. */
const PREFIXES = [
  'SVC-DATA=',
  'SVC-DATA:',
  'SVC-DATA: ',
  'SVC_DATA=',
  'svc-data=',
  'svc-data:',
  'svc-data: ',
  'data=',
  'payload=',
  'data:',
  'payload:',
  '"data":',
  'v1.',
  'v1:',
  'SVC1',
  'v1',
  'SVC-',
  'Bearer ',
  'data:application/json;base64,',
];

/** The lists of other interfaces with other marks, other hashes of the body, and hashed as a whole. */
export function* joinedOtherwise(scene: SignatureScene): Generator<Message> {
  const hash = scene.hashing.sha256(scene.body ?? new Uint8Array());
  const hex = bytesToHex(hash);
  const standard = `${encodeBase64url(hash).replaceAll('-', '+').replaceAll('_', '/')}=`;
  const bare = scene.path.split('?')[0] ?? scene.path;
  for (const by of ['', '\n', ' ', ':', '.', '&', ',', '|']) {
    for (const bodyHash of [hex, standard, scene.bodyHash]) {
      for (const { how, parts } of requestLists({ ...scene, bodyHash })) {
        yield say('signed-concatenation', how, parts.join(by));
      }
    }
  }
  for (const by of ['', '\n']) {
    for (const path of [scene.path, bare]) {
      for (const { how, parts } of requestLists({ ...scene, path })) {
        const message = parts.join(by);
        yield say('signed-concatenation', how, message);
        const digest = scene.hashing.sha256(utf8Bytes(message));
        yield { cause: 'signed-concatenation', how: `SHA-256 of ${how}`, bytes: digest };
        yield say('signed-concatenation', `SHA-256 in hexadecimal of ${how}`, bytesToHex(digest));
      }
    }
  }
}

/** The members as names and values with other marks than a form has. */
export function* named(text: string): Generator<Message> {
  const tree = parseJsonTree(text);
  if (tree?.kind !== 'object') return;
  const pairs = tree.members.map(
    ({ name, value }) => [unquoted(name), unquoted(printJsonTree(value, COMPACT))] as const,
  );
  for (const list of [pairs, [...pairs].sort(([a], [b]) => (a < b ? -1 : 1))]) {
    for (const mark of [':', '=', ': ', '', ' ', '=>']) {
      for (const by of ['\n', ',', ';', '|', '', '\r\n', ', ', '&']) {
        const lines = list.map(([name, value]) => name + mark + value).join(by);
        yield { ...message('signed-form', lines), how: 'the names and values of the payload, joined by marks' };
      }
    }
  }
}

const SPACED = { comma: ', ', colon: ': ' } as const;

/** The payload beside a time or an identifier, and the head of the request. */
export function* stamped(scene: SignatureScene): Generator<Message> {
  const { payload, timestamp, apiKey, method, path, idempotencyKey, body } = scene;
  const ms = Number(timestamp);
  const iso = Math.abs(ms) < 8e15 ? new Date(ms).toISOString() : '';
  const beside = [
    timestamp,
    timestamp.slice(0, 10),
    iso,
    iso.replace(/\.\d+/, ''),
    apiKey,
    method,
    path,
    `${method} ${path}`,
    idempotencyKey,
  ];
  for (const text of new Set(beside)) {
    for (const by of ['', '.', '\n', '|', ':', '&']) {
      const mark = utf8Bytes(text + by);
      const how = 'the payload with another part of the request beside it';
      yield { cause: 'signed-concatenation', bytes: joined(mark, payload), how };
      yield { cause: 'signed-concatenation', bytes: joined(payload, utf8Bytes(by + text)), how };
    }
  }
  const own = headersOf(scene);
  for (const list of [own, own.slice(0, -1)]) {
    for (const change of [(text: string) => text, (text: string) => text.toLowerCase()]) {
      const object = Object.fromEntries(list.map(([name, value]) => [change(name), value]));
      const how = 'the headers as JSON';
      for (const text of [JSON.stringify(object), JSON.stringify(Object.fromEntries(Object.entries(object).sort()))]) {
        const tree = parseJsonTree(text);
        yield say('signed-concatenation', how, text);
        if (tree !== undefined) yield say('signed-concatenation', how, printJsonTree(tree, SPACED));
      }
    }
  }
  const first = `${method} ${path} HTTP/1.1`;
  for (const by of ['\r\n', '\n']) {
    for (const mark of [': ', ':']) {
      const lines = own.map(([name, value]) => name + mark + value);
      for (const list of [
        lines,
        [first, ...lines],
        lines.map((line) => line.replace(/^[A-Z-]+/, (name) => name.toLowerCase())),
      ]) {
        for (const end of ['', by, by + by]) {
          const head = utf8Bytes(list.join(by) + end);
          const how = 'the lines of the headers';
          yield { cause: 'signed-concatenation', bytes: head, how };
          if (body !== undefined && end !== '') yield { cause: 'signed-concatenation', bytes: joined(head, body), how };
        }
      }
    }
  }
  for (const line of [first, `${method} ${path}`, `${first}\r\n`, `${first}\n`]) {
    yield { ...message('signed-concatenation', line), how: 'the first line of the request' };
  }
}

/** What other exchanges have their clients sign: timestamp, method, path and body in one text. */
export function* concatenations(scene: SignatureScene): Generator<Message> {
  for (const by of ['', '\n', '|']) {
    for (const { how, parts } of requestLists(scene)) {
      yield { ...message('signed-concatenation', parts.join(by)), how };
    }
  }
}
