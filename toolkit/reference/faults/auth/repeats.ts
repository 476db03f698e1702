// Faults of requests whose idempotency key was used before (interface 5.3): as repeats they are not verified again.
import type { RequestContext } from '../../rules/context.js';
import { alsoWhere, amended } from '../algebra/edits.js';
import { type Change, type Edits, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

/** The key of a request, from the payload that it signed. */
function idempotencyKeyOf(payload: Uint8Array): string {
  return /"idempotency_key"\s*:\s*"([^"]*)"/.exec(Buffer.from(payload).toString('utf8'))?.[1] ?? '';
}

/** Whether a request repeats a key, found out by its header before anything of it is verified. */
function onRepeats(edits: (isRepeat: (context: RequestContext) => boolean) => Edits): Change {
  return sharing(
    () => ({ used: new Set<string>(), asked: '' }),
    (memory) => ({
      idempotencyKeyAgrees: amended((agrees, header, _signed, { accountId, operation }) => {
        memory.asked = `${accountId} ${operation} ${header}`;
        return agrees;
      }),
      recordName: amended((name, { accountId, kind, idempotencyKey }) => {
        memory.used.add(`${accountId} ${kind} ${idempotencyKey}`);
        return name;
      }),
      ...edits(({ isMutating }) => isMutating && memory.used.has(memory.asked)),
    }),
  );
}

const eachPart = violating('5', ['auth.signed-place-order', 'auth.signed-open-position']);

export const verifiedRepeatFaults: readonly Fault[] = [
  violating('5.3', ['auth.signature-verified', 'auth.invalid-signature-code'])('repeats-answered-before-verifying', {
    summary: 'The signature of a request whose idempotency key was used before is not verified.',
    acceptsSignature: (honest) => {
      const used = new Set<string>();
      return (trial, context) => {
        const key = `${context.accountId} ${idempotencyKeyOf(trial.payload)}`;
        if (context.isMutating && used.has(key)) return true;
        const valid = honest(trial, context);
        if (context.isMutating && valid) used.add(key);
        return valid;
      };
    },
  }),
  violating('5.3', ['auth.key-read-scope', 'auth.access-violation-code'])('repeats-answered-to-any-key', {
    summary: 'What a key may do is not asked of a request whose idempotency key was used before.',
    change: sharing(
      () => ({ used: new Set<string>(), isRepeat: false }),
      (memory) => ({
        acceptsSignature: amended((valid, trial, { accountId, isMutating }) => {
          const key = `${accountId} ${idempotencyKeyOf(trial.payload)}`;
          memory.isRepeat = valid && isMutating && memory.used.has(key);
          if (valid && isMutating) memory.used.add(key);
          return valid;
        }),
        permitsScope: alsoWhere(() => memory.isRepeat),
      }),
    ),
  }),
  eachPart('repeats-answered-whatever-their-timestamp', {
    summary: 'A request whose idempotency key was used before is answered also where it was signed hours away.',
    change: onRepeats((isRepeat) => ({
      acceptsTimestamp: alsoWhere((_timestampMs, _nowMs, _windowMs, context) => isRepeat(context)),
    })),
  }),
  eachPart('repeats-answered-whatever-body-was-signed', {
    summary: 'The body of a request whose idempotency key was used before is not compared with its signed hash.',
    change: onRepeats((isRepeat) => ({
      acceptsBodyHash: alsoWhere((_signed, _actual, context) => isRepeat(context)),
    })),
  }),
  eachPart('repeats-answered-whatever-path-was-signed', {
    summary: 'The path of a request whose idempotency key was used before is not compared with the signed one.',
    change: onRepeats((isRepeat) => ({
      acceptsPath: alsoWhere((_signed, _target, context) => isRepeat(context)),
    })),
  }),
];
