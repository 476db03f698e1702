// The words of the reference service, free of any dialect: what is kept, what is asked, what is answered, what is announced.
// Speech turns these into a target's spelling; state and engine know nothing else. Everything else imports them from here.
export type { Decimal } from '../decimal/index.js';
export { BALANCE_KINDS, type BalanceKind } from '../payload/vocabulary.js';
export type { EventKind } from '../profile/dialect/dialect.js';
export type * from './domain/answers.js';
export type * from './domain/entities.js';
export type * from './domain/events.js';
export type * from './domain/requests.js';
