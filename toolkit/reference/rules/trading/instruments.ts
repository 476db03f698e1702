// Instruments and configuration reads (interface 2.4, 2.6, 4.4, 6.3).
import type { AccountInfo, Conditions } from '../../domain.js';

export interface InstrumentRules {
  /** Interface 4.4: the instruments that the account may subscribe to. */
  listed(available: readonly Conditions[], everywhere: () => readonly Conditions[]): readonly Conditions[];
  /**
   * Interface 2.4; 6.3, rule 2: resolved per account; `platform` is the instrument without the account's changes, `before` the account's
   * own before the change that an event announces.
   */
  resolved(
    own: Conditions,
    platform: Conditions | undefined,
    surface: 'read' | 'event' | 'validation',
    before?: Conditions,
  ): Conditions;
  /** Interface 4.4: whether conditions of an instrument are shown; `available` is the truth for this account. */
  showsConditions(instrument: string, available: boolean, existsOnPlatform: boolean): boolean;
  /** Interface 3; 6.3, rule 1: `new`, `upd`, `del`; undefined announces nothing. */
  announcedAction(change: 'new' | 'upd' | 'del'): 'new' | 'upd' | 'del' | undefined;
  /** Interface 2.4: conditions are resolved per account, so a change of one account's is none of another's. */
  changeReaches(isOther: boolean): boolean;
  /** Interface 7.2: MARKET_INSTRUMENT_NOT_FOUND, also for what was there once. */
  tradesRemoved(): boolean;
  /** Interface 2.6; 4.4. */
  shownAccount(account: AccountInfo): AccountInfo;
}

export const honestInstruments: InstrumentRules = {
  listed: (available) => available,
  resolved: (own) => own,
  showsConditions: (_instrument, available) => available,
  announcedAction: (change) => change,
  changeReaches: (isOther) => !isOther,
  tradesRemoved: () => false,
  shownAccount: (account) => account,
};
