// Faults of the calls that the interface names without showing them, or not at all (interface 1, rule 2; 4): each of them verifies less
// than the calls that it shows (interface 5; 5.3, rules 7 to 9; 8).
import type { RequirementId } from '../../../requirements/requirement-id.js';
import type { Operation } from '../../domain.js';
import { alsoOn, amended } from '../algebra/edits.js';
import { type Fault, on, violating } from '../algebra/index.js';
import { signatureOptional } from './signing-by-endpoint.js';

/** By the word that stands in the identifiers of its faults: which calls, and what asks for their signature. */
const CALLS: readonly (readonly [string, readonly Operation[], readonly RequirementId[]])[] = [
  ['snapshot', ['snapshot'], ['auth.signed-snapshot']],
  ['history', ['orderHistory', 'dealHistory'], ['auth.signed-order-history', 'auth.signed-deal-history']],
  ['closes', ['closePosition'], ['auth.signed-close-position']],
  ['cancellations', ['cancelOrder'], ['auth.signed-cancel-order']],
];

export const unstatedCallFaults: readonly Fault[] = CALLS.flatMap(([word, operations, signed]) => {
  const isMeant = on(...operations);
  return [
    violating('5.1', signed)(`signature-header-optional-on-${word}`, {
      summary: `SVC-SIGN may be missing on ${word}.`,
      ...signatureOptional(...operations),
      // A guard against repeated requests has no signature to go by.
      replayMark: amended((mark, trial, { lacks }) => (lacks.includes('signature') ? trial.data : mark)),
    }),
    violating('5.3', signed)(`signature-unchecked-on-${word}`, {
      summary: `Any 64 bytes pass as a signature on ${word}.`,
      acceptsSignature: alsoOn(isMeant),
    }),
    violating('5.2', signed)(`path-unchecked-on-${word}`, {
      summary: `The signed path is not compared on ${word}.`,
      acceptsPath: alsoOn(isMeant),
    }),
    violating('5.2', signed)(`method-unchecked-on-${word}`, {
      summary: `The signed method is not compared on ${word}.`,
      acceptsMethod: alsoOn(isMeant),
    }),
    violating('5.2', signed)(`body-hash-unchecked-on-${word}`, {
      summary: `The signed hash is not compared on ${word}.`,
      acceptsBodyHash: alsoOn(isMeant),
    }),
    violating('5.3', signed)(`timestamp-unchecked-on-${word}`, {
      summary: `Timestamps of any hour pass on ${word}.`,
      acceptsTimestamp: alsoOn(isMeant),
    }),
  ];
});
