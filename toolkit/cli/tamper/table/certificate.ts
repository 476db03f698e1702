// The certificate itself: every member of its envelopes and of what they sign, and who signed. The forger has keys of his own.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Envelope, signEnvelope } from '../../../../reports/certificate/dsse.js';
import { keyIdOf } from '../../../../reports/certificate/key-id.js';
import { CERTIFICATE_FILE } from '../../../../reports/model/manifest.js';
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { createSigner, PrivateKey } from '../../../signing/index.js';
import type { Unfiled } from '../tampering.js';
import { CHANGES, changedAt, membersOf } from './members.js';

const stranger = createSigner(PrivateKey.generate());

export function ofTheCertificate(text: string): readonly Unfiled[] {
  return [...ofLines(), ...[0, 1].flatMap((line) => [...ofEnvelope(line), ...ofStatement(line, text)])];
}

function ofLines(): readonly Unfiled[] {
  const changes: readonly (readonly [
    string,
    (lines: readonly string[], other: readonly string[]) => readonly string[],
  ])[] = [
    ['nothing', () => []],
    ['the first statement only', ([first = '']) => [first, '']],
    ['the second statement only', ([, second = '']) => [second, '']],
    ['the statements swapped', ([first = '', second = '']) => [second, first, '']],
    ['the first statement twice', ([first = '']) => [first, first, '']],
    ['the second statement twice', ([, second = '']) => [second, second, '']],
    ['a third statement', ([first = '', second = '']) => [first, second, first, '']],
    ['an empty line between', ([first = '', second = '']) => [first, '', second, '']],
    ['an empty line at the end', ([first = '', second = '']) => [first, second, '', '']],
    ['no end of line', ([first = '', second = '']) => [first, second]],
    ['the first statement of the other run', ([, second = ''], [other = '']) => [other, second, '']],
    ['the second statement of the other run', ([first = ''], [, other = '']) => [first, other, '']],
    ['that of the other run', (_, other) => other],
    ['other ends of lines', (lines) => lines.map((line) => (line === '' ? '' : `${line}\r`))],
    ['spaces before', (lines) => lines.map((line) => (line === '' ? '' : ` ${line}`))],
  ];
  return changes.map(([what, change]) => ({
    what: `the certificate: ${what}`,
    forge: (dir, other) => {
      const [own, others] = [dir, other].map((one) => readFileSync(join(one, CERTIFICATE_FILE), 'utf8').split('\n'));
      writeFileSync(join(dir, CERTIFICATE_FILE), change(own ?? [], others ?? []).join('\n'));
    },
  }));
}

function ofEnvelope(line: number): readonly Unfiled[] {
  const members = ['/payloadType', '/payload', '/signatures', '/signatures/0/keyid', '/signatures/0/sig'];
  const others: readonly (readonly [string, (envelope: Envelope) => unknown])[] = [
    ['a member that nobody knows', (envelope) => ({ ...envelope, x: 1 })],
    ['members in another order', ({ payload, payloadType, signatures }) => ({ payload, payloadType, signatures })],
    ['no signature', (envelope) => ({ ...envelope, signatures: [] })],
    [
      'the signature twice',
      (envelope) => ({ ...envelope, signatures: [...envelope.signatures, ...envelope.signatures] }),
    ],
    [
      'a signature of a stranger besides',
      (envelope) => ({ ...envelope, signatures: [...envelope.signatures, ...byStranger(envelope).signatures] }),
    ],
    [
      'a signature of a stranger before',
      (envelope) => ({ ...envelope, signatures: [...byStranger(envelope).signatures, ...envelope.signatures] }),
    ],
    ['signed by a stranger', byStranger],
    [
      'signed by a stranger under the name of the key',
      (envelope) => withSig(envelope, byStranger(envelope).signatures[0]?.sig ?? ''),
    ],
    [
      'the alphabet of addresses',
      (envelope) => ({ ...envelope, payload: Buffer.from(envelope.payload, 'base64').toString('base64url') }),
    ],
    [
      'spaces in the payload',
      (envelope) => ({ ...envelope, payload: `${envelope.payload.slice(0, 40)}\n${envelope.payload.slice(40)}` }),
    ],
    ['a signature of nothing', (envelope) => withSig(envelope, Buffer.alloc(64).toString('base64'))],
    ['a signature cut', (envelope) => withSig(envelope, envelope.signatures[0]?.sig.slice(0, 40) ?? '')],
    [
      'a signature of 65 bytes',
      (envelope) => withSig(envelope, Buffer.concat([sigOf(envelope), Buffer.alloc(1)]).toString('base64')),
    ],
    [
      'its other half plus the order of the curve',
      (envelope) => withSig(envelope, malleated(sigOf(envelope)).toString('base64')),
    ],
  ];
  const ofMembers = members.flatMap((place) =>
    CHANGES.map(({ what, of }): readonly [string, (envelope: Envelope) => unknown] => [
      `${place} ${what}`,
      (envelope) => changedAt(envelope as unknown as JsonValue, place, of),
    ]),
  );
  return [...ofMembers, ...others].map(([what, change]) =>
    inLine(line, `the envelope: ${what}`, (text) => JSON.stringify(change(JSON.parse(text) as Envelope))),
  );
}

/** What is signed, changed: once under the old signature, and once signed by somebody else. */
function ofStatement(line: number, text: string): readonly Unfiled[] {
  const statement = statementOf(text.split('\n')[line] ?? '');
  return membersOf(statement, '').flatMap((place) =>
    CHANGES.slice(0, 2).flatMap(({ what, of }) => {
      const changed = (envelope: Envelope): Envelope => ({
        ...envelope,
        payload: Buffer.from(JSON.stringify(changedAt(statement, place, of))).toString('base64'),
      });
      if (JSON.stringify(changedAt(statement, place, of)) === JSON.stringify(statement)) return [];
      return [inLine(line, `signed: ${place} ${what}`, (one) => JSON.stringify(changed(JSON.parse(one) as Envelope)))];
    }),
  );
}

function inLine(line: number, what: string, change: (text: string) => string): Unfiled {
  return {
    what: `statement ${line + 1}, ${what}`,
    forge: (dir) => {
      const path = join(dir, CERTIFICATE_FILE);
      const lines = readFileSync(path, 'utf8').split('\n');
      writeFileSync(path, lines.map((text, at) => (at === line ? change(text) : text)).join('\n'));
    },
  };
}

function statementOf(line: string): JsonObject {
  return JSON.parse(Buffer.from((JSON.parse(line) as Envelope).payload, 'base64').toString('utf8')) as JsonObject; // our own
}

function byStranger({ payload }: Envelope): Envelope {
  return signEnvelope(stranger, keyIdOf(stranger.publicKey), Buffer.from(payload, 'base64'));
}

function withSig(envelope: Envelope, sig: string): Envelope {
  return { ...envelope, signatures: envelope.signatures.map((one) => ({ ...one, sig })) };
}

function sigOf({ signatures }: Envelope): Buffer {
  return Buffer.from(signatures[0]?.sig ?? '', 'base64');
}

/** The order of Ed25519's group: S + L verifies where somebody forgets to look (RFC 8032, 5.1.7). */
const ORDER = 2n ** 252n + 27_742_317_777_372_353_535_851_937_790_883_648_493n;

function malleated(sig: Buffer): Buffer {
  const s = BigInt(`0x${Buffer.from(sig.subarray(32)).reverse().toString('hex')}`) + ORDER;
  const hex = s.toString(16).padStart(64, '0').slice(-64);
  return Buffer.concat([sig.subarray(0, 32), Buffer.from(hex, 'hex').reverse()]);
}
