// The six header values as they were meant (interface 5.1): under a name that is nearly the right one, joined into one value by a proxy, in
// each other's places, or hidden by whoever took the capture.
import { HEADER, type HeaderRole } from '../../signing/headers.js';
import { type HeaderValues, readHeaders } from '../../signing/received.js';
import { broken, type StageResult } from '../../signing/stage-result.js';
import type { ReceivedFields } from '../../signing/stages/read-payload.js';
import type { Capture } from '../capture/capture.js';
import { fromBase64 } from './alphabets.js';

export interface MeantHeaders {
  readonly values: HeaderValues;
  readonly result: StageResult;
  /** Roles whose value the capture hides: masked or cut off by its tool. */
  readonly hidden: ReadonlySet<HeaderRole>;
}

// Object.keys loses the keys' type; HEADER has exactly these.
const ROLES = Object.keys(HEADER) as readonly HeaderRole[];

/** How people name a header who do not name it rightly, without hyphens and in capitals. */
const NEAR_NAMES: Readonly<Record<HeaderRole, RegExp>> = {
  apiKey: /^X?(?:SVC)?(?:API|ACCESS|PUBLIC|CLIENT|AUTH)?KEY(?:ID)?$|^X?SVCAPI(?:KEYS?|ID|TOKEN)?$|^X?APIKEYS?$/,
  idempotencyKey:
    /^X?(?:SVC)?IDEMPOTEN(?:CY|T|CE)(?:KEY|ID|TOKEN)?$|^X?SVC(?:REQUEST|CLIENTREQUEST)(?:ID|KEY)$|^X?(?:SVC)?IDEMPOT[A-Z]{0,6}KEY$/,
  timestamp: /^X?(?:SVC)?(?:REQUEST)?TIME(?:STAMP)?(?:MS)?$|^X?SVC(?:TS|TIM[A-Z]{0,3}STAMP|NONCE|DATE)$/,
  signVersion: /^X?(?:SVC)?(?:SIGN(?:ATURE|ING)?|SIG|AUTH|PROTOCOL)?(?:VERSION|VER)$/,
  data: /^X?(?:SVC)?(?:DATA|PAYLOAD|MESSAGE|BODY|SIGNEDDATA|SIGNDATA)$/,
  signature: /^X?(?:SVC)?(?:SIGN|SIG|SIGNATURE|SINGATURE|SIGNED|SIGNITURE)$/,
};

/** A name of a header of HTTP or of a tool is none of ours, whatever it is near to. */
const OTHERS = /^(?:DATE|DATA|KEY|VERSION|TIME|MESSAGE|BODY|PAYLOAD)$/;

/** What other exchanges put before the same names: OK-ACCESS-KEY, CB-ACCESS-SIGN, X-BAPI-TIMESTAMP, KC-API-KEY. */
const EXCHANGES =
  /^X?(?:OK|CB|KC|BAPI|MBX|BFX|FTX|GATE|BITGET|BTSE|BM|BX|MEXC)(?:ACCESS|API)?(?=KEY|SIGN|TIMESTAMP|NONCE|DATA|PAYLOAD|VERSION)/;

const HIDDEN =
  /^[*•x.]{3,}$|\*{3,}|•{3,}|^[[<(].*(?:redact|mask|hidden|secret|removed|filtered|sensitive|private).*[\])>]$|redacted|(?:\.{3}|…)$|^\[signature of \d+ characters/i;

/** How logs and inspectors tell that a long value goes on: no encoder writes these, nor does any client send them. */
const CUT_SHORT =
  /[\w+/-](?:\.{3,}|…|»)|(?:\.{3,}|…|«)[\w+/-]|<snip>|[[(<](?:truncated|cut|snip|snipped|more)\b|\(?\+?\d+ more|\btruncated\b/i;

const CUT_WORDS =
  /(?:\.{3,}|…) ?[[(<]|\[(?:\.{3}|…)\]|^[[(<]?\d+ (?:chars|characters|bytes)\b|<snip>|[[(<](?:truncated|cut|snip|snipped|more)\b|\(?\+?\d+ more|\btruncated\b/i;

/** What an inspector says of a value in its place. */
const SAID_OF = /^[<[(][^"{}]*\b(?:bytes|chars|characters|omitted|elided|not shown|too long)\b[^"{}]*[>\])]$/i;

/** Made by a program, so that no word belongs into it. */
const isMade = (role: HeaderRole): boolean => role === 'data' || role === 'signature';

const isCutShort = (role: HeaderRole, value: string | undefined): boolean =>
  value !== undefined &&
  ((role === 'data' && CUT_SHORT.test(value)) || (isMade(role) && (CUT_WORDS.test(value) || SAID_OF.test(value))));

export function readMeantHeaders(capture: Capture): MeantHeaders {
  const { values: exact, result } = readHeaders(capture.headers);
  const values: Partial<Record<HeaderRole, string>> = { ...exact };
  let found = result;
  for (const role of ROLES) {
    const several = capture.headers.filter(([name]) => name.toUpperCase() === HEADER[role]).map(([, value]) => value);
    const value = values[role] ?? (role === 'idempotencyKey' ? several[0] : several.find((one) => one !== ''));
    if (value !== undefined) values[role] = value;
    if (several.length === 0) {
      const near = nearest(role, capture.headers);
      if (near === undefined) continue;
      values[role] = near[1];
      if (result.state === 'broken' && found === result) found = broken('header-misnamed', HEADER[role], near[0]);
    }
    const bare = withoutName(role, values[role]);
    if (bare !== undefined) {
      if (found.state !== 'broken') {
        found = broken('header-repeats-name', `the value of ${HEADER[role]} alone`, HEADER[role]);
      }
      values[role] = bare;
    }
    const joined = joinedValue(values[role]);
    if (joined !== undefined) {
      if (found.state !== 'broken') {
        found = broken('header-joined', `${HEADER[role]} once`, `${joined.times} values in one`);
      }
      values[role] = joined.value;
    }
  }
  const elsewhere = inAnotherHeader(values, capture);
  for (const [role, value] of elsewhere?.found ?? []) values[role] = value;
  if (elsewhere !== undefined && elsewhere.found.length > 0 && found.state === 'broken') {
    found = broken('header-elsewhere', elsewhere.found.map(([role]) => HEADER[role]).join(', '), elsewhere.name);
  }
  if (found.cause === 'idempotency-header-dropped') found = firstUnsigned(values) ?? found;
  const hidden = new Set(ROLES.filter((role) => HIDDEN.test(values[role] ?? '') || isCutShort(role, values[role])));
  for (const role of hidden) delete values[role];
  if (values.idempotencyKey === undefined && !hidden.has('idempotencyKey') && capture.lacksHeaders !== true) {
    // An absent key is told apart, and stands for the empty one.
    values.idempotencyKey = '';
  }
  const isOnlyLacking = capture.lacksHeaders === true && /-missing$|-dropped$/.test(found.cause ?? '');
  return { values, result: isOnlyLacking ? { stage: 'headers', state: 'unknown' } : found, hidden };
}

function withoutName(role: HeaderRole, value: string | undefined): string | undefined {
  const match = new RegExp(`^(?:${HEADER[role]}[ \\t]*:[ \\t]*|:[ \\t]+)`, 'i').exec(value ?? '');
  return match === null || match[0] === '' ? undefined : value?.slice(match[0].length);
}

type Placed = readonly [role: HeaderRole, value: string];

/** Parameters by the names of the headers, as presigned addresses have them. */
function inQuery(path: string): readonly [name: string, value: string] | undefined {
  const query = path.slice(path.indexOf('?') + 1);
  const isThere = path.includes('?') && /(?:^|&)SVC-(?:DATA|SIGN)=/i.test(query);
  return isThere ? ['the query', query.replaceAll('&', ' ')] : undefined;
}

/** All six in one header, as other protocols have it, or the signature alone behind the name of a scheme. */
function inAnotherHeader(
  values: HeaderValues,
  { headers, path }: Capture,
): { readonly name: string; readonly found: readonly Placed[] } | undefined {
  const header =
    headers.find(([name]) => /^(?:authorization|signature|x-auth(?:orization)?|x-signature)$/i.test(name)) ??
    inQuery(path);
  if (header === undefined) return undefined;
  const [name, text] = header;
  const found = ROLES.flatMap((role): readonly Placed[] => {
    if (values[role] !== undefined && values[role] !== '') return [];
    const named = new RegExp(`(?<![\\w-])${HEADER[role]}\\s*[=:]\\s*"?([^",;\\s]*)`, 'i').exec(text)?.[1];
    const alone = role === 'signature' ? /(?<![\w+/-])[\w+/-]{86}(?:==)?(?![\w+/=-])/.exec(text)?.[0] : undefined;
    const value = named ?? alone;
    return value === undefined ? [] : [[role, value]];
  });
  return { name, found };
}

/** A request without a signature is no signed GET that lost one header. */
function firstUnsigned(values: HeaderValues): StageResult | undefined {
  const lost = (['data', 'signature'] as const).find((role) => values[role] === undefined);
  return lost === undefined ? undefined : broken('header-missing', `${HEADER[lost]} present`, 'absent');
}

function nearest(role: HeaderRole, headers: Capture['headers']): readonly [name: string, value: string] | undefined {
  const taken = new Set<string>(Object.values(HEADER));
  return headers.find(([name, value]) => {
    const upper = name.toUpperCase();
    // CGI and Rack put HTTP_ before the names of headers.
    const plain = upper
      .replaceAll(/[^A-Z0-9]/g, '')
      .replace(/^HTTP(?=SVC)/, '')
      .replace(EXCHANGES, '');
    return (
      value !== '' &&
      !taken.has(upper) &&
      !OTHERS.test(plain) &&
      (NEAR_NAMES[role].test(plain) || isNear(plain.replace(/^X/, ''), HEADER[role].replaceAll('-', '')))
    );
  });
}

/** One letter too many, too few, another, or two of them exchanged. */
function isNear(a: string, b: string): boolean {
  if (!a.startsWith('S') || Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  return (
    restA.slice(1) === restB.slice(1) ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  );
}

/** Equal values, or several that each stand alone, with commas between them, as HTTP lets a proxy join headers (RFC 9110, 5.3). */
function joinedValue(value: string | undefined): { readonly value: string; readonly times: number } | undefined {
  const parts = value?.split(/\s*,\s*/) ?? [];
  const [first, ...more] = parts;
  if (first === undefined || more.length === 0 || first === '') return undefined;
  const areAlike =
    more.every((part) => part === first) || parts.every((part) => /^(?:[\w-]{80,}={0,2}|\d{13})$/.test(part));
  // Digits between commas without blanks are one number in groups.
  const isGrouped = /^\d{1,3}$/.test(first) && value?.includes(' ') !== true;
  return areAlike && !isGrouped ? { value: first, times: parts.length } : undefined;
}

/** SVC-DATA and SVC-SIGN in each other's places. */
export function swappedTexts({ data, signature }: HeaderValues): boolean {
  const inData = fromBase64(data ?? '');
  const inSignature = fromBase64(signature ?? '');
  return inData?.length === 64 && inSignature?.[0] === 0x7b && inData[0] !== 0x7b;
}

/** Payload and signature under the names of other headers: the values with these two where they belong. */
export function misplacedTexts(values: HeaderValues): HeaderValues | undefined {
  const isPayload = (text: string | undefined): boolean => {
    const bytes = fromBase64(text ?? '');
    return bytes?.[0] === 0x7b && new TextDecoder().decode(bytes).includes('"api_key"');
  };
  const isSignature = (text: string | undefined): boolean =>
    /^[\w+/-]{86}(?:==)?$/.test(text ?? '') && fromBase64(text ?? '')?.length === 64;
  const isInPlace = isPayload(values.data);
  if (isInPlace && (values.signature === undefined || isSignature(values.signature))) return undefined;
  const payload = isInPlace ? 'data' : ROLES.find((role) => isPayload(values[role]));
  const signature = ROLES.find((role) => isSignature(values[role]));
  if (payload === undefined || signature === undefined) return undefined;
  return {
    ...values,
    // What stood in its place may belong where it was found.
    ...(isInPlace ? { [signature]: values.signature } : {}),
    ...(values[payload] === undefined ? {} : { data: values[payload] }),
    ...(values[signature] === undefined ? {} : { signature: values[signature] }),
  };
}

const MEMBERS = {
  apiKey: 'api_key',
  idempotencyKey: 'idempotency_key',
  timestamp: 'timestamp',
  signVersion: 'sign_version',
} as const;

/** Headers whose values are those of other members of the payload: the roles, when exchanging them makes all agree. */
export function swappedRoles(values: HeaderValues, fields: ReceivedFields): readonly HeaderRole[] {
  const entries = Object.entries(MEMBERS) as readonly (readonly [keyof typeof MEMBERS, string])[]; // Object.entries loses the keys' type
  const wrong = entries.filter(
    ([role, member]) => values[role] !== undefined && values[role] !== String(fields[member]),
  );
  if (wrong.length < 2) return [];
  const sent = wrong.map(([role]) => values[role] ?? '').sort();
  const meant = wrong.map(([, member]) => String(fields[member])).sort();
  return sent.every((value, at) => value === meant[at]) ? wrong.map(([role]) => role) : [];
}
