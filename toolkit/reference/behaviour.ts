// The legal choices that the interface leaves open, as data: a correct service may do either.
// `default-behaviour` is what the sandbox does; `contrary` takes the other choice wherever there is one.
import type { NegativeStatus } from '../payload/vocabulary.js';

export interface Behaviour {
  /** From acceptance to the final result; 0 is a later turn of the event loop. */
  readonly finaliseAfterMs: number;
  /** How long the 202 is held back, so that the event overtakes it (open: order of event and 202). */
  readonly answerAfterMs: number;
  /** Whether codes that are legal in both phases are reported before or after the ACK. */
  readonly sharedCodes: 'early' | 'late';
  /** How an existing account that the key may not use is refused. */
  readonly foreignAccount: 403 | 404;
  /** SL/TP of a pending order in snapshots: on the order, or as an order of its own. */
  readonly snapshotSltp: 'folded' | 'separate';
  /** How accounts are named: `1000001`, a UUID, or a name that a path must escape (open: the format of identifiers). */
  readonly accountIds: 'numbers' | 'uuids' | 'marked';
  /** How keys are named: by their role, or `1`, `2`, … (open: the format of identifiers). */
  readonly keyIds: 'roles' | 'numbers';
  /** Money and prices with trailing zeros (`10.50`) or without (`10.5`). */
  readonly trailingZeros: boolean;
  /** HMR messages narrowed to the subscribed instruments, or whole. */
  readonly hmrPeriods: 'narrowed' | 'whole';
  /** Where a stream of a trading-disabled account is denied. */
  readonly streamRefusal: 'handshake' | 'command';
  /** What becomes of an open stream when its account turns trading-disabled. */
  readonly streamOnDisable: 'close' | 'silence';
  /** Status for final codes of execution and system errors. */
  readonly executionErrors: NegativeStatus;
  /** HTTP status of an accepted duplicate, except of a placement, for which the interface tabulates 202 alone. */
  readonly duplicateStatus: 202 | 200;
  /** HTTP status of a key conflict. */
  readonly conflictStatus: 409 | 400;
  /** `error.code` of errors other than authentication: the public name, or a number. */
  readonly otherCodes: 'name' | 'number';
  /** Events of one turn in one frame (where the dialect can), or one each. */
  readonly burst: boolean;
  /** An immediate account_state_event after subscribing, or the first after the interval. */
  readonly accountStateFirst: boolean;
  /** Subscribing a kind that is subscribed: a fresh snapshot, or none. */
  readonly resubscribe: 'snapshot' | 'silent';
  /** The command's answer before or after the first snapshot. */
  readonly answerFirst: boolean;
  /** Whether events of the platform's own (fills, triggers) carry an operation identifier of their own (interface 2.2). */
  readonly platformEvents: 'own-id' | 'no-id';
  /** Whether a retry that differs in white space or member order only is the same payload (open). */
  readonly sameness: 'bytes' | 'json';
  /** Whether trading_disabled denies the ticks stream too (open). */
  readonly ticksWhenDisabled: 'open' | 'denied';
  /** Whether a refusal before the ACK uses the key up (open). */
  readonly keyAfterRefusal: 'free' | 'used';
  /** Whether a byte-identical signed request is taken a second time (open). */
  readonly signedReplay: 'accepted' | 'refused';
  /** Whether subscribing instruments once more adds to the list or replaces it (open). */
  readonly resubscribedList: 'union' | 'replacement';
  /** What becomes of unsubscribing what was not subscribed (open). */
  readonly absentUnsubscribe: 'accepted' | 'refused';
  /** Whether a final error keeps the order that caused it in the payload (open: empty or not). */
  readonly refusedPayload: 'empty' | 'account-state';
  /** Beyond the streams that an account may have: the new one is refused, or the oldest ends for it (open). */
  readonly streamBeyond: 'refused' | 'oldest-ends';
  /** Extra members in every message and body. */
  readonly extraMembers: boolean;
  /** Null members where a value is absent (`error_code: null` on success), or no member. */
  readonly nullMembers: boolean;
  /**
   * Whether somebody else trades on the accounts too: places an order of their own beside each and cancels it with the next (`trade`), or
   * opens as much on the other side of another instrument beside each position (`hedge`), or opens a position at the market and closes it
   * again, whatever else goes on there (`speculate`), or places an order or cancels it right after somebody subscribed to transactions
   * (`greet`), or does both after each operation, without a key, as a dealing desk does (`desk`), or as a person at a terminal, in the
   * smallest volume (`terminal`), or opens the very same beside each position (`mirror`).
   */
  readonly otherClients: 'none' | 'trade' | 'hedge' | 'speculate' | 'greet' | 'desk' | 'terminal' | 'mirror';
  /** Which keys may use an account that control opens: those that may use the accounts from before, or the main key alone. */
  readonly openedAccountsFor: 'every-key' | 'main-key';
  /** How many decimals the currency of such an account has: as many as it was asked for, or as many as the service knows of. */
  readonly decimalsOfOpened: 'asked' | 'known';
}

export const defaultBehaviour: Behaviour = {
  finaliseAfterMs: 0,
  answerAfterMs: 0,
  sharedCodes: 'early',
  foreignAccount: 403,
  snapshotSltp: 'folded',
  accountIds: 'numbers',
  keyIds: 'roles',
  trailingZeros: true,
  hmrPeriods: 'narrowed',
  streamRefusal: 'handshake',
  streamOnDisable: 'close',
  executionErrors: 'failed',
  duplicateStatus: 202,
  conflictStatus: 409,
  otherCodes: 'name',
  burst: false,
  accountStateFirst: true,
  resubscribe: 'snapshot',
  answerFirst: true,
  platformEvents: 'own-id',
  sameness: 'bytes',
  ticksWhenDisabled: 'open',
  keyAfterRefusal: 'free',
  signedReplay: 'accepted',
  resubscribedList: 'union',
  absentUnsubscribe: 'accepted',
  refusedPayload: 'empty',
  streamBeyond: 'refused',
  extraMembers: false,
  nullMembers: false,
  otherClients: 'none',
  openedAccountsFor: 'every-key',
  decimalsOfOpened: 'asked',
};

/** The other legal choice wherever there is one. */
export const contraryBehaviour: Behaviour = {
  finaliseAfterMs: 5,
  answerAfterMs: 15,
  sharedCodes: 'late',
  foreignAccount: 404,
  snapshotSltp: 'separate',
  accountIds: 'numbers',
  keyIds: 'roles',
  trailingZeros: false,
  hmrPeriods: 'whole',
  streamRefusal: 'command',
  streamOnDisable: 'silence',
  executionErrors: 'rejected',
  duplicateStatus: 200,
  conflictStatus: 400,
  otherCodes: 'number',
  burst: true,
  accountStateFirst: false,
  resubscribe: 'silent',
  answerFirst: false,
  platformEvents: 'no-id',
  sameness: 'json',
  ticksWhenDisabled: 'denied',
  keyAfterRefusal: 'used',
  signedReplay: 'refused',
  resubscribedList: 'replacement',
  absentUnsubscribe: 'refused',
  refusedPayload: 'account-state',
  streamBeyond: 'oldest-ends',
  extraMembers: true,
  nullMembers: true,
  otherClients: 'none',
  openedAccountsFor: 'every-key',
  decimalsOfOpened: 'asked',
};
