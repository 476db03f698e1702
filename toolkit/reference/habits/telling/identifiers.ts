// Legal names of operations and accounts (interface 2.1, 4): text of any form, which a path may have to escape.
import { instead } from '../../faults/algebra/edits.js';
import { among, type Habit } from '../algebra/index.js';

const names = among('operation-identifiers', '2.1', ['account-id-format']);
const accounts = among('account-identifiers', '4', ['account-id-format']);
const keys = among('key-identifiers', '5.1', ['account-id-format']);

export const identifierHabits: readonly Habit[] = [
  names('operation-identifiers-short', {
    summary: 'Operations are named by short numbers.',
    rules: { operationId: instead((serial) => String(serial)) },
  }),
  names('operation-identifiers-uuid', {
    summary: 'Operations are named by UUIDs.',
    rules: {
      operationId: instead((serial) => `0190a3c4-77e1-7cc2-9d1b-${serial.toString(16).padStart(12, '0')}`),
    },
  }),
  names('operation-identifiers-long', {
    summary: 'Operations are named by long text.',
    rules: { operationId: instead((serial) => `${'operation.of.the.trading.service-'.repeat(6)}${serial}`) },
  }),
  names('operation-identifiers-to-be-escaped', {
    summary: 'The names of operations have characters that a path must escape.',
    rules: { operationId: instead((serial) => `op/1 ${serial}=+%`) },
  }),
  accounts('account-identifiers-numbers', {
    summary: 'Accounts are named by numbers, as text that a path takes as it is.',
    behaviour: { accountIds: 'numbers' },
  }),
  keys('key-identifiers-numbers', {
    summary: 'Keys are named by numbers, in which no letter has another case.',
    behaviour: { keyIds: 'numbers' },
  }),
  accounts('account-identifiers-uuid', {
    summary: 'Accounts are named by UUIDs.',
    behaviour: { accountIds: 'uuids' },
  }),
  accounts('account-identifiers-to-be-escaped', {
    summary: 'The names of accounts have a character that a path may escape.',
    behaviour: { accountIds: 'marked' },
  }),
];
