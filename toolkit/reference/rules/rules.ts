// Every decision that the interface states, as one record of small pure functions; the service calls them and decides nothing itself.
// A fault is a change of this record. Groups are in the files beside this one, each rule naming its section.
import { type AccessRules, honestAccess } from './auth/access.js';
import { type HeaderRules, honestHeaders } from './auth/headers.js';
import { honestLimits, type LimitRules } from './auth/limits.js';
import { honestSigning, type SigningRules } from './auth/signing.js';
import { type ErrorRules, honestErrors } from './errors.js';
import { type DeliveryRules, honestDelivery } from './telling/delivery.js';
import { type EventRules, honestEvents } from './telling/events.js';
import { type HistoryRules, honestHistory } from './telling/history.js';
import { type HmrRules, honestHmr } from './telling/hmr.js';
import { honestRendering, type RenderingRules } from './telling/rendering.js';
import { honestSubscriptions, type SubscriptionRules } from './telling/subscriptions.js';
import { honestTransit, type TransitRules } from './telling/transit.js';
import { honestWire, type WireRules } from './telling/wire.js';
import { type EffectRules, honestEffects } from './trading/effects.js';
import { type GuardRules, honestGuards } from './trading/guards.js';
import { honestIdempotency, type IdempotencyRules } from './trading/idempotency.js';
import { honestInstruments, type InstrumentRules } from './trading/instruments.js';
import { honestOperations, type OperationRules } from './trading/operations.js';
import { honestRequests, type RequestRules } from './trading/requests.js';
import { honestTradingRules, type TradingRules } from './trading/trading-rules.js';

export interface Rules
  extends HeaderRules,
    SigningRules,
    AccessRules,
    IdempotencyRules,
    RequestRules,
    GuardRules,
    TradingRules,
    EffectRules,
    OperationRules,
    EventRules,
    SubscriptionRules,
    DeliveryRules,
    HmrRules,
    InstrumentRules,
    HistoryRules,
    LimitRules,
    ErrorRules,
    RenderingRules,
    TransitRules,
    WireRules {}

const HONEST: Rules = {
  ...honestHeaders,
  ...honestSigning,
  ...honestAccess,
  ...honestIdempotency,
  ...honestRequests,
  ...honestGuards,
  ...honestTradingRules,
  ...honestEffects,
  ...honestOperations,
  ...honestEvents,
  ...honestSubscriptions,
  ...honestDelivery,
  ...honestHmr,
  ...honestInstruments,
  ...honestHistory,
  ...honestLimits,
  ...honestErrors,
  ...honestRendering,
  ...honestTransit,
  ...honestWire,
};

/** The rules of a service that does what the interface says. */
export function honestRules(): Rules {
  return { ...HONEST };
}
