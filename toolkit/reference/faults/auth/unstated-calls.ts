// Faults of the calls that the interface names without showing them, or not at all (interface 1, rule 2; 4): each of them verifies less
// than the calls that it shows (interface 5; 5.3, rules 7 to 9; 8).

import type { Operation } from '../../domain.js';
import { alsoOn, alsoWhere, amended } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';

interface Group {
  /** What stands in the identifiers of its faults, and in their summaries. */
  readonly word: string;
  readonly operations: readonly Operation[];
  readonly signed: readonly string[];
}

const READS: readonly Group[] = [
  { word: 'snapshot', operations: ['snapshot'], signed: ['auth.signed-snapshot'] },
  {
    word: 'history',
    operations: ['orderHistory', 'dealHistory'],
    signed: ['auth.signed-order-history', 'auth.signed-deal-history'],
  },
];

const ENDINGS: readonly Group[] = [
  { word: 'closes', operations: ['closePosition'], signed: ['auth.signed-close-position'] },
  { word: 'cancellations', operations: ['cancelOrder'], signed: ['auth.signed-cancel-order'] },
];

function signingFaults({ word, operations, signed }: Group): readonly Fault[] {
  const isMeant = ({ operation }: { readonly operation: Operation }): boolean => operations.includes(operation);
  return [
    violating('5.1', signed)(`signature-header-optional-on-${word}`, {
      summary: `SVC-SIGN may be missing on ${word}.`,
      acceptsHeaderCount: alsoWhere((count, role, context) => count === 0 && role === 'signature' && isMeant(context)),
      acceptsSignature: alsoOn((context) => isMeant(context) && context.lacks.includes('signature')),
      // A guard against repeated requests has no signature to go by.
      replayMark: amended((answer, trial, context) => (context.lacks.includes('signature') ? trial.data : answer)),
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
}

export const unstatedCallFaults: readonly Fault[] = [...[...READS, ...ENDINGS].flatMap(signingFaults)];
