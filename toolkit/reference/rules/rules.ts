// Every decision that the interface states, as one record of small pure functions; the service calls them and decides nothing itself.
// A fault is a change of this record. Groups are in the files beside this one, each rule naming its section.
import { type AccessRules, honestAccess } from './access.js';
import { type DeliveryRules, honestDelivery } from './delivery.js';
import { type EffectRules, honestEffects } from './effects.js';
import { type ErrorRules, honestErrors } from './errors.js';
import { type EventRules, honestEvents } from './events.js';
import { type GuardRules, honestGuards } from './guards.js';
import { type HeaderRules, honestHeaders } from './headers.js';
import { type HistoryRules, honestHistory } from './history.js';
import { type HmrRules, honestHmr } from './hmr.js';
import { honestIdempotency, type IdempotencyRules } from './idempotency.js';
import { honestInstruments, type InstrumentRules } from './instruments.js';
import { honestLimits, type LimitRules } from './limits.js';
import { honestOperations, type OperationRules } from './operations.js';
import type { RenderingRules } from './rendering.js';
import { honestRendering } from './rendering-honest.js';
import { honestRequests, type RequestRules } from './requests.js';
import { honestSigning, type SigningRules } from './signing.js';
import { honestSubscriptions, type SubscriptionRules } from './subscriptions.js';
import { honestTradingRules, type TradingRules } from './trading-rules.js';
import type { WireRules } from './wire.js';
import { honestWire } from './wire-honest.js';

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
  ...honestWire,
};

/** The rules of a service that does what the interface says. */
export function honestRules(): Rules {
  return { ...HONEST };
}
