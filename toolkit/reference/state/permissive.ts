// Rules that let every trading rule pass: how a service looks that executes what it has rejected. Used only where the rule
// `executesRejected` says so, which an honest service never does.
import type { Rules } from '../rules/rules.js';

export function permissive(rules: Rules): Rules {
  return {
    ...rules,
    placementGuard: () => undefined,
    openingGuard: () => undefined,
    marketGuard: () => undefined,
    atLeastMin: () => true,
    atMostMax: () => true,
    onStep: () => true,
    fitsPointDigits: () => true,
    acceptsPrice: () => true,
    acceptsTriggerLevel: () => true,
    acceptsProtectionLevel: () => true,
    hasMargin: () => true,
    acceptsMarginLevel: () => true,
    acceptsPendingCount: () => true,
  };
}
