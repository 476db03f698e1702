// The requests of the vectors in their everyday form, from which builders make variants.
import type { GroupContext, RegistryEntry } from '../../model.js';
import type { SignRequestInput } from '../../operations.js';
import { DIGITS_KEY, MAIN_KEY, SECOND_KEY } from '../keys.js';

/** 2024-05-01T12:00:00.123+00:00. */
export const NOW_MS = 1714564800123;
export const ACCOUNT = '1000042';
/** The next number below it is the same double. */
export const LONG_ACCOUNT = '9007199254740993';

export const TRADING: string = `/v1/trading/accounts/${ACCOUNT}`;
export const CONFIGURATION: string = `/v1/configuration/accounts/${ACCOUNT}`;
export const STREAMS: string = `/v1/server-events/accounts/${ACCOUNT}/ws`;

/** In the interface's own words, without a blank, and with a decimal string, so that most ways of writing it again change it. */
export const ORDER_BODY = '{"type":"limit","instrument":"EURUSD","side":"buy","volume":"0.10","price":"1.07250"}';

export const toHex = (content: string | Uint8Array): string => Buffer.from(content).toString('hex');

const BASE: SignRequestInput = {
  apiKey: MAIN_KEY.apiKey,
  idempotencyKey: '',
  timestampMs: NOW_MS,
  method: 'GET',
  path: `${CONFIGURATION}/limits`,
  body: '',
};

export function getRequest(path: string, change: Partial<SignRequestInput> = {}): SignRequestInput {
  return { ...BASE, path, ...change };
}

export function postRequest(
  body: string | Uint8Array = ORDER_BODY,
  change: Partial<SignRequestInput> = {},
): SignRequestInput {
  return {
    ...BASE,
    method: 'POST',
    path: `${TRADING}/orders`,
    idempotencyKey: 'order-2024-05-01-000123',
    body: toHex(body),
    ...change,
  };
}

const entry = (key: { readonly apiKey: string; readonly publicKey: string }): RegistryEntry => ({
  apiKey: key.apiKey,
  publicKey: key.publicKey,
  accounts: [ACCOUNT, '1000043', LONG_ACCOUNT],
  scopes: ['read', 'trade'],
});

/** The registry of every verifying group: full rights, and keys that lack one thing each. */
export const REGISTRY: readonly RegistryEntry[] = [
  { ...entry(MAIN_KEY), sources: ['192.0.2.10', '2001:db8::10'] },
  entry(SECOND_KEY),
  entry(DIGITS_KEY),
  { ...entry(SECOND_KEY), apiKey: 'key-expired-91ac', expiresAtMs: NOW_MS - 86_400_000 },
  { ...entry(SECOND_KEY), apiKey: 'key-expiring-04be', expiresAtMs: NOW_MS + 86_400_000 },
  { ...entry(SECOND_KEY), apiKey: 'key-readonly-c6d1', scopes: ['read'] },
  { ...entry(SECOND_KEY), apiKey: 'key-tradeonly-83e4', scopes: ['trade'] },
  { ...entry(SECOND_KEY), apiKey: 'key-just-expired-5be2', expiresAtMs: NOW_MS - 1000 },
  { ...entry(SECOND_KEY), apiKey: 'key-soon-expiring-d70f', expiresAtMs: NOW_MS + 1000 },
  { ...entry(SECOND_KEY), apiKey: 'key-expiring-now-e2b6', expiresAtMs: NOW_MS },
];

/** How far a timestamp may be off. */
export const WINDOW_MS = 5000;

export const SOURCE = '192.0.2.10';

export const VERIFYING: GroupContext = { registry: REGISTRY, clock: { nowMs: NOW_MS, windowMs: WINDOW_MS } };
