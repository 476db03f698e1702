// What a verifier owes at each stage and for each single value (interface 1 rule 3, 4.1, 5.1 to 5.4, 8): the rule, and what to do. Data
// only.
import type { SigningStage } from '../../signing/slips/slips.js';
import type { Operation } from '../operations.js';

export interface VerifierStep {
  readonly rule: string;
  readonly fix: string;
}

export const VERIFIER_STEPS: Readonly<Record<SigningStage, VerifierStep>> = {
  headers: {
    rule: '5.1: All six headers are required; the idempotency key of a GET alone is empty.',
    fix: 'Before anything else, refuse a request that lacks one of the six or carries one without a value.',
  },
  'data-encoding': {
    rule: '5.3.2: SVC-DATA is base64url without padding.',
    fix: 'Decode strictly: check the alphabet, and compare the text with what encoding the bytes gives back.',
  },
  payload: {
    rule: '5.2: The decoded SVC-DATA is a JSON object in UTF-8 with seven members of stated types.',
    fix: 'Parse the bytes once and refuse whatever is no object or lacks a member or its type; take an exception for a refusal.',
  },
  'sign-version': {
    rule: '5.1: The version is 1, in SVC-SIGN-VERSION and in sign_version.',
    fix: 'Compare the whole header with the text 1, and sign_version with the number 1.',
  },
  'api-key': {
    rule: '5.1, 5.3.10: SVC-API-KEY equals api_key, and names a registered key that has not expired.',
    fix: 'Compare header and payload exactly, letter case included, look the whole identifier up, and check its expiry.',
  },
  'idempotency-key': {
    rule: '5.1, 5.3.7, 8: SVC-IDEMPOTENCY-KEY equals idempotency_key; a mutating request has one of 5 to 128 permitted characters.',
    fix: 'Compare header and payload exactly, and check length and characters of the whole key.',
  },
  timestamp: {
    rule: '5.1, 5.3.8: SVC-TIMESTAMP equals timestamp, in milliseconds, and lies close to the clock on either side.',
    fix: 'Compare the whole header with the payload, then the distance to the clock, before and after, on every kind of request.',
  },
  method: {
    rule: '5.2: The signed method is that of the request, in upper case.',
    fix: 'Compare method exactly with the method of the request line.',
  },
  path: {
    rule: '5.2, 5.3.4, 5.3.5: The signed path is the request target as it was sent, query included; no parameter stands twice.',
    fix: 'Compare the raw target with path byte by byte, before anything decodes or routes it; then look for doubled names.',
  },
  'body-hash': {
    rule: '5.2, 5.3.3: body_hash is the SHA-256 of the exact body bytes, in base64url.',
    fix: 'Hash the raw bytes before they are parsed, on every request with or without a body, and compare the whole text exactly.',
  },
  'signature-encoding': {
    rule: '5.3.2: SVC-SIGN is base64url without padding, of 64 bytes.',
    fix: 'Decode strictly and refuse whatever is not 64 bytes.',
  },
  signature: {
    rule: '5.3.1: SVC-SIGN is an Ed25519 signature over the decoded bytes of SVC-DATA, by the key that SVC-API-KEY names.',
    fix: 'Verify over the bytes that were decoded, by that key alone, on every request, and take an exception for a refusal.',
  },
  access: {
    rule: '5.3.9: The key must be permitted for the account, the source address and the operation.',
    fix: 'Compare account and source as whole values, and the scope on every method, after the signature.',
  },
};

/** The error of a refusal. */
export const ERROR_STEP: VerifierStep = {
  rule: '5.3.10, 5.4: 1000 AUTH_INVALID_API_KEY, 1001 AUTH_INVALID_SIGNATURE, 1002 AUTH_PERMISSION_DENIED.',
  fix: 'Answer 1000 for the key, 1001 for a signature that does not verify, 1002 for access, each with its name.',
};

/** Of a right request that is refused. */
export const ACCEPTING: VerifierStep = {
  rule: '5.1, 5.2: Order, white space and escapes of the payload, and the case of header names, are free.',
  fix: 'Compare values, never texts, and keep the received bytes as they are until they are verified.',
};

export const VALUE_STEPS: Readonly<Partial<Record<Operation, VerifierStep>>> = {
  'verify-signature': {
    rule: 'RFC 8032, 5.1.7: 64 bytes, S less than L, encodings of points only.',
    fix: 'Check lengths and S < L before the library is asked, and take its exceptions for a refusal.',
  },
  'decode-base64url': {
    rule: '5.3.2: base64url without padding: each sequence of bytes has exactly one text.',
    fix: 'Check the alphabet over the whole text, refuse a length of 1 more than a multiple of 4, and compare with what encoding gives back.',
  },
  'check-idempotency-key': {
    rule: '8: 5 to 128 characters of A-Z a-z 0-9 . _ - ~.',
    fix: 'Match the whole text (\\A and \\z, or a full match) against [A-Za-z0-9._~-]{5,128}, without flags for Unicode or case.',
  },
  'check-timestamp': {
    rule: '5.1: A timestamp is plain digits of whole milliseconds.',
    fix: 'Match the whole text against [0-9]+ before a number is made of it.',
  },
  'check-date-time': {
    rule: '1, rule 3: UTC in ISO 8601 with the offset +00:00, of a day that exists.',
    fix: 'Match the whole text against ASCII digits and the literal offset, then check the calendar.',
  },
  'check-decimal': {
    rule: '1, rule 6: a decimal is -?(0|[1-9][0-9]*)(\\.[0-9]+)? and of any length.',
    fix: 'Match the whole text against that pattern with ASCII digits, before a number is made of it.',
  },
  'check-constraint': {
    rule: '4.1, rules 1 and 2: bounds, step and digits hold exactly.',
    fix: 'Compute with exact decimals of any length, never with floating point or a type of fixed digits.',
  },
};
