// What may be wrong with a key (interface 5.3, rules 9 and 10; 5.4), as data: it is refused alike at every endpoint.
import type { KeyRole } from '../../../toolkit/profile/profile.js';
import type { RequirementId } from '../../../toolkit/requirements/requirement-id.js';
import type { Answered, CheckContext } from '../../runner/context.js';

export interface KeyFault {
  readonly requirement: RequirementId;
  /** What else the refusal is judged by: the requirement that states its code, where that is another one. */
  readonly also: readonly RequirementId[];
  readonly key: KeyRole;
  readonly code: 1000 | 1002;
  /** As in "refuses reading the limits by an unknown key". */
  readonly words: string;
}

export const UNKNOWN: KeyFault = {
  requirement: 'auth.unknown-key-code',
  also: [],
  key: 'unregistered',
  code: 1000,
  words: 'by an unknown key',
};

export const EXPIRED: KeyFault = {
  requirement: 'auth.expired-key-code',
  also: [],
  key: 'expired',
  code: 1000,
  words: 'by an expired key',
};

export const BLOCKED_SOURCE: KeyFault = {
  requirement: 'auth.key-source-scope',
  also: ['auth.access-violation-code'],
  key: 'blockedSource',
  code: 1002,
  words: 'from an address that the key does not permit',
};

export const READ_ONLY: KeyFault = {
  requirement: 'auth.key-read-scope',
  also: ['auth.access-violation-code'],
  key: 'readOnly',
  code: 1002,
  words: 'by a key that may only read',
};

export const NO_STREAM: KeyFault = {
  requirement: 'auth.key-stream-scope',
  also: ['auth.access-violation-code'],
  key: 'noStream',
  code: 1002,
  words: 'by a key without access to streams',
};

/** Judges the refusal by the requirement of the fault, and its code by the one that states it. */
export function expectKeyRefused(t: CheckContext, answer: Answered, { also: [ofCode], code }: KeyFault): void {
  if (ofCode !== undefined) t.expect.refused(answer);
  t.expect.authError(answer, code, ofCode && { requirement: ofCode });
}
