// Legal numbers and codes of limits, keys and versions (interface 7, 8, 9).
import { amended, insteadWhere } from '../../faults/algebra/edits.js';
import { among, type Habit } from '../algebra/index.js';

const quotas = among('quotas', '8', ['quota-values']);
const keys = among('key-retention', '8', ['idempotency-retention']);
const kinds = among('operation-kinds', '8', ['kind-boundaries']);
const buffer = among('send-buffer', '8', ['buffer-size']);
const pending = among('pending-maximum', '8', ['pending-maximum']);
const history = among('history-retention', '8', ['trading-retention']);
const status = among('status-retention', '4.3', ['status-retention']);
const versions = among('other-versions', '9', ['version-policy']);
const missing = among('code-of-404', '7.1', ['code-404']);
const apiKeys = among('keys-of-api-keys', '8', ['second-api-key']);
const guards = among('guard-codes', '3', ['guard-codes']);
const openings = among('openings-under-guards', '4.2', ['market-under-guards', 'positions-codes']);

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

export const limitHabits: readonly Habit[] = [
  quotas('quotas-by-second', {
    summary: 'Quotas are counted by the second.',
    settings: { quotas: { default: { limit: 2_000, windowMs: 1_000 } } },
  }),
  quotas('quotas-by-hour', {
    summary: 'Quotas are counted by the hour.',
    settings: { quotas: { default: { limit: 500_000, windowMs: 60 * MINUTE } } },
  }),
  keys('keys-kept-for-minutes', {
    summary: 'Idempotency keys are remembered for three minutes.',
    settings: { idempotencyRetentionMs: 3 * MINUTE },
  }),
  keys('keys-kept-for-a-month', {
    summary: 'Idempotency keys are remembered for a month.',
    settings: { idempotencyRetentionMs: 30 * DAY },
  }),
  kinds('sltp-is-a-kind-of-its-own', {
    summary: 'Placing SL/TP is an operation of another kind than placing a pending order.',
    rules: {
      recordName: amended((name, { json }) => (JSON.stringify(json).includes('"sltp"') ? `${name}\nsltp` : name)),
    },
  }),
  kinds('placement-is-one-kind', { summary: 'All orders of the placement call are operations of one kind.' }),
  buffer('buffer-of-256-kilobytes', {
    summary: 'A reader that is 256 KiB behind loses its connection.',
    limits: { sendBufferBytes: 256 * 1024 },
  }),
  buffer('buffer-of-16-megabytes', {
    summary: 'A reader may be 16 MiB behind.',
    limits: { sendBufferBytes: 16 * 1024 * 1024 },
    costs: [{ checks: 'delivery.overflow-no-replay/*', verdict: 'not-applicable', because: 'without an overflow' }],
  }),
  pending('pending-orders-hardly-limited', {
    summary: 'An account may have a hundred thousand pending orders.',
    settings: { pendingOrdersPerAccount: 100_000 },
  }),
  pending('pending-orders-at-most-100', {
    summary: 'An account may have a hundred pending orders.',
    settings: { pendingOrdersPerAccount: 100 },
  }),
  history('history-of-a-year', {
    summary: 'Closed orders and deals are kept for a year.',
    settings: { historyRetentionMs: 365 * DAY },
  }),
  history('history-of-a-week', {
    summary: 'Closed orders and deals are kept for a week.',
    settings: { historyRetentionMs: 7 * DAY },
  }),
  status('status-kept-for-minutes', {
    summary: 'The status of an operation is kept for three minutes.',
    settings: { operationRetentionMs: 3 * MINUTE },
  }),
  status('status-kept-for-a-month', {
    summary: 'The status of an operation is kept for a month.',
    settings: { operationRetentionMs: 30 * DAY },
  }),
  versions('other-versions-gone', {
    summary: 'Paths of other versions are answered with 410, by a gateway that speaks plain text.',
    gateway: () => ({
      before: ({ raw }) =>
        /^\/v[02-9]/.test(raw.target) ? { status: 410, contentType: 'text/plain', body: 'gone' } : undefined,
    }),
  }),
  versions('other-versions-unknown', {
    summary: 'Paths of other versions are answered as any path that is not there.',
  }),
  missing('not-found-by-another-name', {
    summary: 'What is not found is answered with a name of the service itself.',
    rules: {
      errorMessage: insteadWhere((name) => name.endsWith('_NOT_FOUND') && !name.startsWith('MARKET_'), 'NOT_FOUND'),
      errorCode: amended((code, name: string) =>
        name.endsWith('_NOT_FOUND') && !name.startsWith('MARKET_') && typeof code === 'string' ? 'NOT_FOUND' : code,
      ),
    },
  }),
  missing('not-found-by-what-it-is', {
    summary: 'What is not found is named: the account, the operation, the instrument.',
  }),
  apiKeys('keys-shared-by-api-keys', { summary: 'A key of idempotency is one for all API keys of an account.' }),
  apiKeys('keys-of-each-api-key', {
    summary: 'Each API key has idempotency keys of its own.',
    rules: { recordName: amended((name, { apiKey }) => `${apiKey}\n${name}`) },
  }),
  guards('disabled-as-a-restricted-operation', {
    summary: 'An account whose trading is disabled has its orders rejected as TRADING_RULE_OPERATION_RESTRICTED.',
    rules: {
      placementGuard: amended((code) => (code === 'ACCOUNT_DISABLED' ? 'TRADING_RULE_OPERATION_RESTRICTED' : code)),
    },
  }),
  guards('disabled-as-a-disabled-account', {
    summary: 'An account whose trading is disabled is refused as ACCOUNT_DISABLED.',
  }),
  openings('openings-under-guards-refused', {
    summary: 'A restricted account opens no positions either.',
    rules: {
      openingGuard:
        () =>
        ({ tradeMode, accountStatus }) =>
          tradeMode === 'trading_disabled'
            ? 'ACCOUNT_DISABLED'
            : accountStatus === 'close_only'
              ? 'ACCOUNT_CLOSE_ONLY'
              : undefined,
    },
  }),
  openings('openings-under-guards-executed', { summary: 'A restricted account still opens positions.' }),
];
