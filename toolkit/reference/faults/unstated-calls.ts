// Faults of the calls that the interface names without showing them, or not at all (interface 1, rule 2; 4): each of them verifies less
// than the calls that it shows (interface 5; 5.3, rules 7 to 9; 8).
import type { Operation } from '../domain.js';
import { changing } from './change.js';
import { type Fault, fault } from './fault.js';

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
    fault(`signature-header-optional-on-${word}`, '5.1', signed, `SVC-SIGN may be missing on ${word}.`, (rules) => ({
      ...rules,
      acceptsHeaderCount: (count, role, context) =>
        (count === 0 && role === 'signature' && isMeant(context)) || rules.acceptsHeaderCount(count, role, context),
      acceptsSignature: (trial, context) =>
        (isMeant(context) && context.lacks.includes('signature')) || rules.acceptsSignature(trial, context),
      // A guard against repeated requests has no signature to go by.
      replayMark: (trial, context) =>
        context.lacks.includes('signature') ? trial.data : rules.replayMark(trial, context),
    })),
    fault(
      `signature-unchecked-on-${word}`,
      '5.3',
      signed,
      `Any 64 bytes pass as a signature on ${word}.`,
      changing('acceptsSignature', (honest) => (trial, context) => isMeant(context) || honest(trial, context)),
    ),
    fault(
      `path-unchecked-on-${word}`,
      '5.2',
      signed,
      `The signed path is not compared on ${word}.`,
      changing('acceptsPath', (honest) => (path, target, context) => isMeant(context) || honest(path, target, context)),
    ),
    fault(
      `method-unchecked-on-${word}`,
      '5.2',
      signed,
      `The signed method is not compared on ${word}.`,
      changing(
        'acceptsMethod',
        (honest) => (method, actual, context) => isMeant(context) || honest(method, actual, context),
      ),
    ),
    fault(
      `body-hash-unchecked-on-${word}`,
      '5.2',
      signed,
      `The signed hash is not compared on ${word}.`,
      changing(
        'acceptsBodyHash',
        (honest) => (hash, actual, context) => isMeant(context) || honest(hash, actual, context),
      ),
    ),
    fault(
      `timestamp-unchecked-on-${word}`,
      '5.3',
      signed,
      `Timestamps of any hour pass on ${word}.`,
      changing(
        'acceptsTimestamp',
        (honest) => (timestampMs, nowMs, windowMs, context) =>
          isMeant(context) || honest(timestampMs, nowMs, windowMs, context),
      ),
    ),
  ];
}

export const unstatedCallFaults: readonly Fault[] = [...READS, ...ENDINGS].flatMap(signingFaults);
