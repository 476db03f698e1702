// Legal bodies and statuses of the configuration reads: account, instruments, conditions, limits (interface 2.6, 4.4).
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonArray, isJsonObject, memberOf } from '../../../payload/json-kind.js';
import type { Profile } from '../../../profile/profile.js';
import { amended } from '../../faults/algebra/edits.js';
import type { Gateway } from '../../http/gateway.js';
import { pathOf, queryOf } from '../../http/raw-request.js';
import { among, answering, type Cost, everyObject, type Habit, objectOr, stating, without } from '../algebra/index.js';

const modes = among('trade-mode-words', '2.6', ['trade-mode-values']);
const statuses = among('account-status-words', '2.6', ['account-status-values']);
const where = among('restrictions-shown', '2.6', ['account-attribute-location']);
const instruments = among('instruments-body', '4.4', ['config-bodies']);
const account = among('account-body', '4.4', ['config-bodies']);
const limits = among('limits-body', '4.4', ['config-bodies']);
const currency = among('currency-shown', '1', ['currency-source']);
const unknown = among('unknown-instrument', '4.4', ['config-statuses']);
const queries = among('unknown-queries', '4.4', ['unknown-query']);

/** Nobody can tell which currency the accounts have that a control action opens. */
const OWN_CURRENCY: readonly Cost[] = [
  { checks: '*', verdict: 'not-applicable', because: 'in a currency of' },
  { checks: 'account-state.interval/journal-*', verdict: 'not-applicable', because: 'nothing that this checker' },
];

export const configurationHabits: readonly Habit[] = [
  modes('trade-mode-enabled', {
    summary: 'An account without restriction has the trade mode enabled.',
    speech: inWords('trade_mode', ['normal', 'FULL'], 'enabled'),
    stated: stating({ words: { tradeMode: { normal: 'enabled', trading_disabled: 'trading_disabled' } } }),
  }),
  modes('trade-mode-of-a-number', {
    summary: 'An account without restriction has a number for its trade mode.',
    speech: inWords('trade_mode', ['normal', 'FULL'], 4),
    stated: stating({ words: { tradeMode: { normal: 4, trading_disabled: 'trading_disabled' } } }),
  }),
  modes('trade-mode-that-no-profile-names', {
    summary: 'An account without restriction has a trade mode that the profile does not name.',
    speech: inWords('trade_mode', ['normal', 'FULL'], 'hedging'),
  }),
  statuses('account-status-active', {
    summary: 'An account without restriction has the status active.',
    speech: inWords('account_status', ['normal', 'ACTIVE'], 'active'),
    stated: stating({ words: { accountStatus: { normal: 'active', close_only: 'close_only' } } }),
  }),
  statuses('account-status-null', {
    summary: 'An account without restriction has no status.',
    speech: inWords('account_status', ['normal', 'ACTIVE'], null),
  }),
  statuses('account-status-that-no-profile-names', {
    summary: 'An account without restriction has a status that the profile does not name.',
    speech: inWords('account_status', ['normal', 'ACTIVE'], 'vip'),
  }),
  where('account-hides-restrictions', {
    summary: 'The account read shows neither trade mode nor account status.',
    speech: answering('account', (body) =>
      everyObject(body, (object) => without(object, 'trade_mode', 'account_status')),
    ),
    stated: stating({ bodies: { account: { tradeMode: null, accountStatus: null } } }),
    costs: [
      { checks: 'guards.*/account-read', verdict: 'not-applicable', because: 'does not show the attribute' },
      {
        checks: 'guards.attribute-names/account-read',
        verdict: 'inconclusive',
        because: 'nothing that could be judged',
      },
    ],
  }),
  instruments('instruments-by-name', {
    summary: 'The list of instruments is a list of names at top level.',
    speech: answering('instruments', (body) => [...namesIn(body)]),
    stated: stating({ bodies: { instruments: { at: '', items: '', name: '/instrument' } } }),
  }),
  instruments('instruments-as-a-map', {
    summary: 'The list of instruments is a map by name.',
    speech: answering('instruments', (body) => ({
      symbols: Object.fromEntries(namesIn(body).map((name, index) => [name, { number: index }])),
    })),
    stated: stating({ bodies: { instruments: { at: '', items: { at: '/symbols', form: 'map' }, name: '@key' } } }),
  }),
  instruments('instruments-in-groups', {
    summary: 'The list of instruments comes in groups.',
    speech: answering('instruments', (body) => ({
      groups: [
        {
          title: 'first',
          symbols: namesIn(body)
            .filter((_, index) => index % 2 === 0)
            .map(ticker),
        },
        {
          title: 'second',
          symbols: namesIn(body)
            .filter((_, index) => index % 2 === 1)
            .map(ticker),
        },
      ],
    })),
    stated: stating({ bodies: { instruments: { at: '', items: { at: '/groups/*/symbols' }, name: '/ticker' } } }),
  }),
  account('account-with-more', {
    summary: 'The account read tells leverage, owner and groups besides.',
    speech: answering('account', (body) => ({
      leverage: 100,
      owner: { name: 'Ada' },
      groups: ['pro'],
      balance: null,
      ...objectOr(body, {}),
    })),
  }),
  limits('limits-in-a-list', {
    summary: 'The limits are a list at top level, one entry for each call.',
    speech: answering('limits', (body) =>
      quotasIn(body).map(({ name, limit, left, windowMs }) => ({ call: name, most: limit, left, per_ms: windowMs })),
    ),
    stated: stating({ bodies: { limits: limitsAt({ at: '', where: { '/call': 'placeOrder' } }) } }),
  }),
  limits('limits-by-call', {
    summary: 'The limits are an object with a member for each call.',
    speech: answering('limits', (body) =>
      Object.fromEntries(
        quotasIn(body).map(({ name, limit, left, windowMs }) => [name, { most: limit, left, per_ms: windowMs }]),
      ),
    ),
    stated: stating({ bodies: { limits: limitsAt({ at: '/placeOrder', form: 'single' }) } }),
  }),
  currency('currency-in-an-object', {
    summary: 'The account read shows its currency in an object, with the digits as text.',
    speech: answering(
      'account',
      currencyAs((code, digits) => ({ iso: code, scale: String(digits) })),
    ),
    stated: stating({ bodies: { account: { currency: '/unit/iso', currencyDigits: null } } }),
    dialect: 'default',
  }),
  currency('currency-without-digits', {
    summary: 'The account read shows its currency without the digits.',
    speech: answering('account', (body) => everyObject(body, (object) => without(object, 'currency_digits', 'digits'))),
    stated: stating({ bodies: { account: { currencyDigits: null } } }),
  }),
  currency('currency-unshown', {
    summary: 'The account read shows no currency.',
    speech: answering('account', withoutCurrency),
    stated: stating({ bodies: { account: { currency: null, currencyDigits: null } } }),
    costs: OWN_CURRENCY,
  }),
  currency('currency-unknown', {
    summary: 'Neither the account read nor the profile tells a currency.',
    speech: answering('account', withoutCurrency),
    stated: stating({ bodies: { account: { currency: null, currencyDigits: null } } }),
    profile: withoutCurrencies,
    costs: [{ checks: '*', verdict: 'inconclusive', because: 'currency' }, ...OWN_CURRENCY],
  }),
  unknown('unknown-instrument-400', {
    summary: 'The conditions of an instrument that is none are refused with 400.',
    rules: { statusOf: amended(ofInstrument(400)) },
  }),
  unknown('unknown-instrument-403', {
    summary: 'The conditions of an instrument that is none are refused with 403.',
    rules: { statusOf: amended(ofInstrument(403)) },
  }),
  unknown('unknown-instrument-422', {
    summary: 'The conditions of an instrument that is none are refused with 422.',
    rules: { statusOf: amended(ofInstrument(422)) },
  }),
  queries('unknown-queries-refused', {
    summary: 'A read with a query parameter that it does not know is refused.',
    gateway: refusingQueries,
    costs: [
      {
        checks: 'auth.duplicate-query-refused/*',
        verdict: 'not-applicable',
        because: 'takes no query parameter that it does not know',
      },
    ],
  }),
];

/** Puts another word in the place of some, in the account read alone. */
function inWords(member: string, words: readonly JsonValue[], word: JsonValue): ReturnType<typeof answering> {
  return answering('account', (body) =>
    everyObject(body, (object) => {
      const value = object[member];
      return value !== undefined && words.includes(value) ? { ...object, [member]: word } : object;
    }),
  );
}

function namesIn(body: JsonValue): readonly string[] {
  const list = memberOf(body, 'instruments');
  if (isJsonArray(list)) return list.map((one) => String(memberOf(one, 'instrument')));
  const map = memberOf(memberOf(body, 'result'), 'by_name');
  return isJsonObject(map) ? Object.keys(map).filter((name) => name !== 'x_note') : [];
}

function ticker(name: string): JsonObject {
  return { ticker: name };
}

interface ShownQuota {
  readonly name: string;
  readonly limit: JsonValue;
  readonly left: JsonValue;
  readonly windowMs: JsonValue;
}

function quotasIn(body: JsonValue): readonly ShownQuota[] {
  const list = memberOf(body, 'limits');
  if (isJsonArray(list)) {
    return list.map((one) => ({
      name: String(memberOf(one, 'request')).replaceAll(/_[a-z]/g, (found) => found.slice(1).toUpperCase()),
      limit: memberOf(one, 'limit') ?? null,
      left: memberOf(one, 'remaining') ?? null,
      windowMs: memberOf(one, 'window_ms') ?? null,
    }));
  }
  const map = memberOf(memberOf(body, 'result'), 'quotas');
  return Object.entries(isJsonObject(map) ? map : {})
    .filter(([name]) => name !== 'x_note')
    .map(([name, one]) => ({
      name,
      limit: memberOf(one, 'most') ?? null,
      left: memberOf(one, 'left') ?? null,
      windowMs: memberOf(one, 'per_ms') ?? null,
    }));
}

function limitsAt(placeOrder: JsonObject): JsonObject {
  return { at: '', placeOrder, limit: '/most', remaining: '/left', windowMs: '/per_ms' };
}

function currencyAs(write: (code: JsonValue, digits: JsonValue) => JsonObject): (body: JsonValue) => JsonValue {
  return (body) => {
    const shown = objectOr(body, {});
    const unit = write(shown['currency'] ?? null, shown['currency_digits'] ?? null);
    return { ...without(shown, 'currency', 'currency_digits'), unit };
  };
}

function withoutCurrency(body: JsonValue): JsonValue {
  return everyObject(body, (object) => without(object, 'currency', 'currency_digits', 'money'));
}

function withoutCurrencies(profile: Profile): Profile {
  return { ...profile, accounts: { ...profile.accounts, pool: profile.accounts.pool.map(({ id }) => ({ id })) } };
}

function ofInstrument(status: number): (honest: number, refusal: { readonly name: string }) => number {
  return (honest, { name }) => (name === 'INSTRUMENT_NOT_FOUND' ? status : honest);
}

const KNOWN = ['limit', 'cursor', 'from', 'to', 'instrument', 'since', 'until', 'symbol'];
const REFUSAL = JSON.stringify({
  outcome: 'error',
  error: { code: 'REQUEST_INVALID_PARAMETERS', error_message: 'REQUEST_INVALID_PARAMETERS' },
  error_message: 'REQUEST_INVALID_PARAMETERS',
});

/** Looks at what was admitted only, so that what is wrong with a signature is told first. */
function refusingQueries(): Gateway {
  return {
    after: (answer, { raw, isHandshake }) => {
      const known = /history|archive|\/past\//.test(pathOf(raw.target)) ? KNOWN : [];
      const isOdd = [...queryOf(raw.target).keys()].some((name) => !known.includes(name));
      if (isHandshake || raw.method !== 'GET' || answer.status !== 200 || !isOdd) return answer;
      const headers = ['Content-Type', 'application/json', 'Content-Length', String(Buffer.byteLength(REFUSAL))];
      return { status: 400, headers, body: REFUSAL, cut: undefined };
    },
  };
}
