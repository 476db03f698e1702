// Private keys where none belongs: in a header, the path or the body of a captured request. Proven, not guessed: a text is private when the
// public key that it gives is a known one or verifies the request's signature, or when its form says so. Nothing here is ever shown.

import { getPublicKey } from '@noble/ed25519';
import { encodeBase64url } from '../../signing/base64url.js';
import { latin1Of } from '../../signing/latin1.js';
import type { Capture } from '../capture/capture.js';
import { textOfBytes } from '../capture/capture.js';
import type { VerifierFactory } from '../keys.js';
import { fromBase32, fromBase58, fromBase64, fromHex, fromPrinted, insidePrinted } from './alphabets.js';

export interface PrivateKeyFinding {
  /** Where it stands, such as `SVC-API-KEY`. */
  readonly where: string;
  readonly form: string;
}

export interface KeySearch {
  readonly findings: readonly PrivateKeyFinding[];
  /** Texts that must not be shown: the keys found, and what may be one. */
  readonly secrets: readonly string[];
}

export interface SignedBytes {
  readonly payload: Uint8Array | undefined;
  readonly signature: Uint8Array | undefined;
  /**
   * Texts that are known to be what they should be, and so no keys: a payload that was read, a signature that verifies, a hash that fits.
   */
  readonly innocent: ReadonlySet<string>;
}

const RAW = 'a seed as raw text';

/** Keys derived at most: each takes a fraction of a millisecond. */
const MOST_CANDIDATES = 48;
/** Characters looked through of each text. */
const LONGEST_TEXT = 100_000;

const BY_FORM: readonly (readonly [form: string, pattern: RegExp])[] = [
  [
    'a PEM private key',
    /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY-----(?:(?!-----END)[\s\S]){0,4000}(?:-----END [A-Z0-9 ]{0,30}PRIVATE KEY-----)?/g,
  ],
  ['a PKCS#8 private key', /M(?:C4CAQAw|FECAQEw|FMCAQEw)BQYDK2Vw[A-Za-z0-9+/_-]{16,}={0,2}/g],
  ['a PKCS#8 private key', /30(?:2e020100|51020101|53020101)300506032b6570[0-9a-f]{32,}/gi],
  ['an OpenSSH private key', /b3BlbnNzaC1rZXktdjEA[A-Za-z0-9+/=_\s-]{40,2000}/g],
  ['a private JWK', /\{[^{}]{0,400}"d"\s*:\s*"[A-Za-z0-9_+/=-]{40,90}"[^{}]{0,400}\}/g],
];

/** Runs that may spell 32 or 64 bytes: one word, pairs of hexadecimal digits, or a list of numbers. */
const RUNS: readonly RegExp[] = [
  /[A-Za-z0-9+/_-]{40,180}={0,2}/g,
  /(?:[0-9A-Fa-f]{2}[:\s-]){31,63}[0-9A-Fa-f]{2}/g,
  /(?:\\x[0-9A-Fa-f]{2}){32,64}/g,
  /(?:-?\d{1,3}[,;\s]\s*){31,63}-?\d{1,3}/g,
];

export function findPrivateKeys(
  capture: Capture,
  known: readonly Uint8Array[],
  signed: SignedBytes,
  verifierOf: VerifierFactory,
): KeySearch {
  const findings = new Map<string, PrivateKeyFinding>();
  const secrets = new Set<string>();
  const publicTexts = new Set(known.map(encodeBase64url));
  const seen = new Set<string>();
  let left = MOST_CANDIDATES;
  const isPrivate = (seed: Uint8Array): boolean => {
    const id = encodeBase64url(seed);
    if (publicTexts.has(id) || seen.has(id) || left <= 0) return false;
    seen.add(id);
    left -= 1;
    const derived = getPublicKey(seed);
    if (publicTexts.has(encodeBase64url(derived))) return true;
    const { payload, signature } = signed;
    return signature !== undefined && payload !== undefined && verifierOf(derived).verify(signature, payload);
  };
  const texts = [...textsOf(capture, signed.payload)].flatMap(([where, whole]) => {
    if (signed.innocent.has(whole)) return [];
    const text = whole.slice(0, LONGEST_TEXT);
    return plainForms(text).map((one) => [where, one, text] as const);
  });
  for (const [where, text, written] of texts) {
    for (const [form, pattern] of BY_FORM) {
      for (const [match] of text.matchAll(pattern)) {
        secrets.add(match);
        if (!findings.has(where)) findings.set(where, { where, form });
      }
    }
    for (const run of runsOf(text)) {
      if (signed.innocent.has(run)) continue;
      const found = seedsIn(run).find(([, seed, pair]) => secrets.has(run) || isPair(seed, pair) || isPrivate(seed));
      if (found !== undefined) {
        secrets.add(run);
        // Escaped as no mask could know, the key hides with all that is written around it.
        if (text !== written && !written.includes(run)) secrets.add(escapedPart(written));
        if (!findings.has(where)) findings.set(where, { where, form: found[0] });
      }
    }
  }
  return { findings: [...findings.values()], secrets: [...secrets] };
}

/** A header whose text may be a private key, though nothing proves it: 32 bytes, however spelled, that are no known public key. */
export function mayBePrivate(text: string, known: readonly Uint8Array[]): boolean {
  const publicTexts = known.map(encodeBase64url);
  const prefixed = /^[\w-]{0,24}[:_=-]([0-9A-Fa-f]{64}|[A-Za-z0-9+/_-]{43}=?)$/.exec(text)?.[1];
  const seeds = [text, unpercent(text), ...(prefixed === undefined ? [] : [prefixed])].flatMap((one) => seedsIn(one));
  if (seeds.some(([, seed]) => publicTexts.includes(encodeBase64url(seed)))) return false;
  return seeds.some(([form, , pair]) => !form.startsWith(RAW) && pair === undefined);
}

function* textsOf(
  capture: Capture,
  payload: Uint8Array | undefined,
): Generator<readonly [where: string, text: string]> {
  // Of a header the whole value is a run of its own, however it is spelled.
  for (const [name, value] of capture.headers) yield [name, value];
  yield ['the path', capture.path];
  if (payload !== undefined) yield ['the payload', textOfBytes(payload.subarray(0, LONGEST_TEXT))];
  for (const body of [capture.body, ...(capture.otherBodies ?? [])]) {
    if (body !== undefined && body.length > 0) yield ['the body', textOfBytes(body.subarray(0, LONGEST_TEXT))];
  }
}

function runsOf(text: string): readonly string[] {
  const runs = RUNS.flatMap((pattern) => Array.from(text.matchAll(pattern), ([run]) => run));
  return [...new Set([...(text.length <= 400 ? [text] : []), ...runs, ...runs.flatMap(withoutPrefix)])];
}

/** Behind `sk_live_` and its like. */
function withoutPrefix(run: string): readonly string[] {
  const ends = [43, 44, 64, 86, 88, 128].filter((length) => run.length > length && run.length <= length + 24);
  return ends.map((length) => run.slice(-length));
}

/** The text, and what it says under the escapes of URLs, of HTML and of JSON, and without the types that Rust writes behind numbers. */
function plainForms(text: string): readonly string[] {
  const forms = new Set([text]);
  for (const form of forms) {
    for (const plain of UNESCAPED) {
      if (forms.size < MOST_FORMS) forms.add(plain(form));
    }
  }
  return [...forms];
}

/** Escapes within escapes are undone as well, as far as this. */
const MOST_FORMS = 6;

const withoutEntities = (text: string): string =>
  text.replace(/&#(x[0-9a-f]{1,6}|\d{1,7});/gi, (whole, code: string) => {
    const point = /^x/i.test(code) ? Number.parseInt(code.slice(1), 16) : Number(code);
    return point < 0x80 ? String.fromCharCode(point) : whole;
  });

const withoutUnits = (text: string): string =>
  text.replace(/\\u00([0-7][0-9a-f])/gi, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

const UNESCAPED = [unpercent, withoutEntities, withoutUnits, (text: string) => text.replace(/(\d)u8\b/g, '$1')];

/** From the first escape to the last. */
function escapedPart(text: string): string {
  const from = text.search(ESCAPE);
  const ends = Array.from(text.matchAll(new RegExp(ESCAPE, 'gi')), (match) => match.index + match[0].length);
  return from < 0 ? text : text.slice(Math.max(0, from - 4), ends.at(-1));
}

const ESCAPE = /&#x?[0-9a-f]{1,7};|\\u[0-9a-f]{4}|\d{1,3}u8|%[0-9a-f]{2}/i;

function unpercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type Seed = readonly [form: string, seed: Uint8Array, pair?: Uint8Array];

/** Every reading of the text as 32 bytes, as 64 of which the first half would be the seed, or as a container around 32. */
function seedsIn(text: string, depth = 0): readonly Seed[] {
  const trimmed = text.trim().replace(/^["']|["']$/g, '');
  const inner = insidePrinted(trimmed);
  const readings: readonly (readonly [form: string, bytes: Uint8Array | undefined])[] = [
    ['a seed in hexadecimal', fromHex(trimmed)],
    ['a seed in base64', fromBase64(trimmed)],
    ['a seed in base32', fromBase32(trimmed)],
    ['a seed in base58', fromBase58(trimmed)],
    ['a seed as a list of bytes', fromPrinted(trimmed) ?? fromPrinted(`[${trimmed}]`)],
    [RAW, trimmed.length === 32 ? Uint8Array.from(trimmed, (unit) => unit.charCodeAt(0)) : undefined],
    ['a seed in multibase', /^[umzfb]/i.test(trimmed) ? multibase(trimmed) : undefined],
  ];
  const seeds = readings.flatMap(([form, bytes]) => (bytes === undefined ? [] : seedsOf(form, bytes)));
  const nested =
    depth === 2
      ? []
      : [inner, asciiOf(fromBase64(trimmed)), asciiOf(fromHex(trimmed)), reversedText(trimmed, depth)].flatMap((one) =>
          one === undefined ? [] : seedsIn(one, depth + 1),
        );
  return [...seeds, ...nested];
}

function seedsOf(form: string, bytes: Uint8Array): readonly Seed[] {
  if (bytes.length === 32)
    return [
      [form, bytes],
      [`${form}, its bytes reversed`, bytes.slice().reverse()],
    ];
  if (bytes.length === 64) return [[`${form} with its public key`, bytes.subarray(0, 32), bytes.subarray(32)]];
  if (bytes.length === 33 || bytes.length === 34)
    return [
      [form, bytes.subarray(-32)],
      [form, bytes.subarray(0, 32)],
    ];
  if (bytes.length === 36) return [[form, bytes.subarray(0, 32)]];
  const isContainer = bytes.length >= 48 && bytes[0] === 0x30 && encodeBase64url(bytes).includes('BQYDK2Vw');
  return isContainer ? [['a PKCS#8 private key', bytes.subarray(16, 48)]] : [];
}

function isPair(seed: Uint8Array, second: Uint8Array | undefined): boolean {
  return second !== undefined && encodeBase64url(getPublicKey(seed)) === encodeBase64url(second);
}

function multibase(text: string): Uint8Array | undefined {
  const rest = text.slice(1);
  const first = text.charAt(0).toLowerCase();
  if (first === 'z') return fromBase58(rest);
  if (first === 'f') return fromHex(rest);
  return first === 'b' ? fromBase32(rest) : fromBase64(rest);
}

function asciiOf(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined || bytes.length < 32 || bytes.length > 400) return undefined;
  return bytes.every((byte) => byte >= 0x20 && byte < 0x7f) ? latin1Of(bytes) : undefined;
}

const reversedText = (text: string, depth: number): string | undefined =>
  depth === 0 && /^[\w+/=-]{43,64}$/.test(text) ? [...text].reverse().join('') : undefined;
