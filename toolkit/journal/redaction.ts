// Takes secrets out of text before it is written anywhere. Works on a serialised JSON line and on plain text alike, in one
// pass per rule, so that nothing depends on where in a record a secret turned up. Every replacement is safe inside JSON.
//
// What goes: SVC-SIGN values (replayable within the timestamp window; length, first six and last two characters stay as
// evidence of encoding errors), private keys (PEM, bare PKCS#8 of Ed25519, JWK `d`), bearer tokens and JSON Web Tokens (a short
// digest stays, so that different tokens remain different), cookies, every secret that the caller names, and by value whatever was
// sent as a signature and every key that the caller holds, in any common spelling (`known-secrets.ts`).
// SVC-DATA stays: it holds no secret, and it is what an auth verdict rests on. Runs in a browser too.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { parsePrivateKey } from '../signing/portable.js';
import { brokenTokens } from './broken-tokens.js';
import { KnownSecrets } from './known-secrets.js';
import { partsOfToken, tokenSpellings } from './token-spellings.js';

/** Named secrets shorter than this are not searched for: they would shred unrelated text. */
export const SHORTEST_SECRET = 8;

const MOST_ROUNDS = 4;

export interface Redacted {
  /** The text without secrets. */
  readonly text: string;
  /** Whether it held a signature that was sent, whatever it was called there. */
  readonly heldSignature: boolean;
  /** Whether it held one of the secrets that the caller named. */
  readonly heldNamedSecret: boolean;
}

export interface Redactor {
  /** The text without secrets. */
  redact(text: string): string;
  /** The same, and what of it was there: one look at a text, since a run writes tens of thousands. */
  examine(text: string): Redacted;
  /** A signature that is sent from now on known by its value. */
  learnSignature(text: string): void;
}

interface Rule {
  readonly pattern: RegExp;
  readonly replace: (match: string, ...groups: string[]) => string;
}

const PRIVATE_KEY = '[redacted private key]';
const NAMED_SECRET = '[redacted secret]';

/** One look that most lines fail, which spares them the rules. */
const SUSPICIOUS =
  /svc-sign[^-]|PRIVATE KEY|MC4CAQAw|MFECAQEw|302e020100|3051020101|kty|bearer|basic |eyJ|cookie|authorization/i;

/** Between a header's name and its value: in a JSON pair or member, in an HTTP head, on a command line. */
const SEPARATOR = String.raw`(?:\\*["']?\s*[:=]\s*(?:\[\s*(?=\\*["']))?\\*["']?|\\*["']\s*,\s*\\*["'])`;

// No rule may backtrack over long input, since hostile peers choose some of it: each run of characters is entered once.
const RULES: readonly Rule[] = [
  {
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----(?:[^"'\\-]|\\+(?:[rnt]|u000[ad]))*(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY-----)?/gi,
    replace: () => PRIVATE_KEY,
  },
  { pattern: /M(?:C4CAQAw|FECAQEw)BQYDK2Vw[A-Za-z0-9+/_-]{16,}={0,2}/g, replace: () => PRIVATE_KEY },
  { pattern: /30(?:2e020100|51020101)300506032b6570[0-9a-f]{32,}/gi, replace: () => PRIVATE_KEY },
  {
    pattern: new RegExp(String.raw`(svc-sign${SEPARATOR})([^"'\\\r\n]*)`, 'gi'),
    replace: (_match, before = '', value = '') => `${before}${shortened(value)}`,
  },
  {
    pattern: new RegExp(String.raw`((?:authorization|cookie)${SEPARATOR})([^"'\\\r\n]+)`, 'gi'),
    replace: (match, before = '', value = '') =>
      REDACTED_HEADER.test(value) ? match : `${before}[redacted, ${value.length} characters]`,
  },
  {
    pattern: /\b(bearer|basic) {1,4}(?=[A-Za-z._~+/-]{0,400}[0-9])([A-Za-z0-9._~+/-]{16,}=*)/gi,
    replace: (_match, scheme = '', token = '') => `${scheme} ${digested(token)}`,
  },
  {
    pattern: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*/g,
    replace: (match) => digested(match),
  },
];

/** Applied only to text that speaks of `kty`, since `d` alone is an ordinary member name. */
const JWK_PRIVATE: Rule = {
  pattern: /(["']d\\*["']\s*:\s*\\*["'])([A-Za-z0-9_+/=-]{16,})/g,
  replace: (_match, before = '') => `${before}${PRIVATE_KEY}`,
};

/** A redactor that also takes out the named secrets, such as the private keys of a profile. */
export function createRedactor(secrets: readonly string[] = []): Redactor {
  const known = new KnownSecrets();
  const tokens = secrets.filter((secret) => !learnKey(known, secret));
  const named = secretSpellings(secrets, tokens);
  const withoutBroken = brokenTokens(partsOf(tokens));
  return {
    learnSignature: (text) => known.learnSignature(text),
    redact: (text) => examine(text).text,
    examine,
  };

  function examine(text: string): Redacted {
    const first = once(text);
    let last = first;
    // What is taken out may leave something that looks like a secret again; then that goes, too.
    for (let round = 1; round < MOST_ROUNDS && last.mayLeaveMore; round += 1) last = once(last.text);
    const { heldSignature, heldNamedSecret } = first;
    return { text: last.text, heldSignature, heldNamedSecret };
  }

  function once(text: string): Redacted & { readonly mayLeaveMore: boolean } {
    let clean = text;
    let heldNamedSecret = false;
    for (const secret of named) {
      if (!clean.includes(secret)) continue;
      heldNamedSecret = true;
      clean = clean.replaceAll(secret, NAMED_SECRET);
    }
    const joined = withoutBroken(clean, NAMED_SECRET);
    if (joined !== undefined) [clean, heldNamedSecret] = [joined, true];
    const { text: plain, found } = known.replace(clean);
    const ruled = SUSPICIOUS.test(plain) ? applyRules(plain) : plain;
    // One signature alone, as in every request of a run, overlaps no other, and its mark joins nothing.
    const isAlone = found.length === 1 && clean === text && ruled === plain;
    return {
      text: ruled,
      heldSignature: found.includes('signature'),
      heldNamedSecret: heldNamedSecret || found.includes('key'),
      mayLeaveMore: ruled !== text && !isAlone,
    };
  }
}

/** Whether it is one; its spellings are known from then on. */
function learnKey(known: KnownSecrets, secret: string): boolean {
  try {
    known.learnKey(parsePrivateKey(secret).exposeSeed());
    return true;
  } catch {
    return false;
  }
}

function applyRules(text: string): string {
  let clean = text;
  for (const { pattern, replace } of RULES) {
    clean = clean.replace(pattern, replace);
  }
  return clean.includes('kty') ? clean.replace(JWK_PRIVATE.pattern, JWK_PRIVATE.replace) : clean;
}

/** Each secret as itself and as it looks inside JSON, once and twice encoded, and tokens in other spellings, longest first. */
function secretSpellings(secrets: readonly string[], tokens: readonly string[]): readonly string[] {
  const spellings = new Set<string>();
  for (const secret of secrets) {
    const trimmed = secret.trim();
    if (trimmed.length < SHORTEST_SECRET) continue;
    const once = JSON.stringify(trimmed).slice(1, -1);
    spellings.add(trimmed).add(once).add(JSON.stringify(once).slice(1, -1));
  }
  for (const token of partsOf(tokens)) {
    for (const spelling of [token, ...tokenSpellings(token)]) spellings.add(spelling);
  }
  return [...spellings].sort((left, right) => right.length - left.length);
}

/** The tokens, and what of each opens the same door. */
function partsOf(tokens: readonly string[]): readonly string[] {
  return tokens.flatMap((one) => partsOfToken(one.trim())).filter(({ length }) => length >= SHORTEST_SECRET);
}

/** What redaction itself wrote stays as it is: the self-check of the reports redacts again and demands that nothing changes. */
const REDACTED_SIGNATURE = /^\[signature of \d+ characters/;
const REDACTED_HEADER = /^(?:\w+ )?\[redacted[^\]]*\]/;

/** `[signature of 86 characters: q1w2e3...Ag]`; a value too short to hide anything stays as it is. */
function shortened(value: string): string {
  if (value.length < 24 || REDACTED_SIGNATURE.test(value)) return value;
  return `[signature of ${value.length} characters: ${value.slice(0, 6)}...${value.slice(-2)}]`;
}

function digested(token: string): string {
  const digest = bytesToHex(sha256(utf8ToBytes(token)).subarray(0, 4));
  return `[redacted token of ${token.length} characters, ${digest}]`;
}
