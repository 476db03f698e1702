// The profile of a running sandbox: complete, so that the suite can use the object as it is, and every check has what it needs.

import { mapValues } from '../../base/map-values.js';
import { toText } from '../../decimal/index.js';
import type { JsonObject } from '../../payload/json.js';
import { CONTROL_ACTIONS, type ControlActionName } from '../../profile/control/actions.js';
import { fillDialect } from '../../profile/dialect/fill.js';
import {
  CLAIMS,
  type Claim,
  type ControlBinding,
  type OtherMarket,
  type OwnConditions,
  type Profile,
  type ProfileInstrument,
} from '../../profile/profile.js';
import { OPENAPI_PATH } from '../contract/documents.js';
import type { AccountInfo } from '../domain.js';
import { INSTRUMENTS, type Instrument } from '../state/instruments.js';
import { feedRange } from '../state/price-feed.js';
import type { SandboxKeys } from './keys.js';

export interface SandboxFacts {
  readonly name: string;
  readonly baseUrl: string;
  readonly controlUrl: string;
  readonly keys: SandboxKeys;
  readonly pool: readonly AccountInfo[];
  readonly foreign: AccountInfo;
  readonly ownConditions: OwnConditions;
  readonly otherMarket: OtherMarket;
  /** The dialect as a profile states it. */
  readonly dialect: JsonObject;
}

export function sandboxProfile(facts: SandboxFacts): Profile {
  const instruments = [...INSTRUMENTS.values()];
  return {
    name: facts.name,
    baseUrl: facts.baseUrl,
    streamUrl: facts.baseUrl.replace(/^http/, 'ws'),
    environment: 'sandbox',
    keys: mapValues(facts.keys, ({ id, privateKey }) => ({ id, privateKey })),
    accounts: {
      pool: facts.pool.map(({ id, currency, currencyDigits }) => ({ id, currency, currencyDigits })),
      foreign: { id: facts.foreign.id },
      ownConditions: facts.ownConditions,
      otherMarket: facts.otherMarket,
      unknown: 'NO-SUCH-ACCOUNT',
    },
    market: {
      instruments: instruments.filter(isTradable).map(restingPrices),
      unavailable: instruments.filter(({ audience }) => audience === 'partners').map(({ name }) => name),
      unknown: 'NOSUCHINSTRUMENT',
    },
    claims: Object.fromEntries(CLAIMS.map((claim) => [claim, true])) as Record<Claim, boolean>, // one entry per claim
    timing: { answerMs: 5000, resultMs: 5000, eventMs: 5000, quietMs: 250, controlMs: 0 },
    limits: { requestsPerSecond: 0, orders: 1_000_000, connections: 5000 },
    policy: { inconclusive: 'none' },
    dialect: { spec: fillDialect(facts.dialect) },
    control: controlBindings(facts.controlUrl),
    openapi: `${facts.baseUrl}${OPENAPI_PATH}`,
  };
}

/**
 * Every action has the same form on the control port, and effects stay within the account that they name, but for the shared clock.
 * The optional parameters that checks ask for by name are named.
 */
function controlBindings(controlUrl: string): Readonly<Record<ControlActionName, ControlBinding>> {
  const http = { method: 'POST', url: `${controlUrl}/{action}`, body: '{params}' } as const;
  return mapValues<Readonly<Record<ControlActionName, unknown>>, ControlBinding>(CONTROL_ACTIONS, (_, name) => {
    if (name === 'clock.advance') return { http };
    return { scope: 'account', http: NAMING.includes(name) ? { ...http, body: named(name) } : http };
  });
}

const NAMING: readonly ControlActionName[] = ['hmr.upsert', 'instrument.add'];

function named(action: ControlActionName): JsonObject {
  const params = CONTROL_ACTIONS[action].params.map((param) => param.replace('?', ''));
  return Object.fromEntries(params.map((param) => [param, `{${param}}`] as const));
}

function isTradable({ audience, tradeMode }: Instrument): boolean {
  return audience === 'everyone' && tradeMode === 'normal';
}

/** A limit order that any account of the sandbox may place, and that rests. */
export function ordinaryOrder(): OrdinaryOrder {
  const [resting] = [...INSTRUMENTS.values()].filter(isTradable).map(restingPrices);
  const { name = '', volume = '', restingBuyLimit = '' } = resting ?? {};
  return { type: 'limit', side: 'buy', instrument: name, volume, price: restingBuyLimit };
}

export interface OrdinaryOrder {
  readonly type: 'limit';
  readonly side: 'buy';
  readonly instrument: string;
  readonly volume: string;
  readonly price: string;
}

/** A fifth away from wherever the feed can go, with room for a run's worth of different prices. */
function restingPrices(instrument: Instrument): ProfileInstrument {
  const { low, high } = feedRange(instrument);
  const scale = instrument.conditions.pointDigits;
  const below = toText({ coefficient: (low * 4n) / 5n, scale });
  const above = toText({ coefficient: (high * 6n) / 5n, scale });
  return {
    name: instrument.name,
    restingBuyLimit: below,
    restingSellLimit: above,
    restingBuyStop: above,
    restingSellStop: below,
    volume: toText(instrument.conditions.volumeMin, instrument.conditions.volumeDigits),
  };
}
