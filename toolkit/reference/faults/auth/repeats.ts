// Faults of requests whose idempotency key was used before (interface 5.3): as repeats they are not verified again.
import { alsoWhere, amended } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

/** The key of a request, from the payload that it signed. */
function idempotencyKeyOf(payload: Uint8Array): string {
  return /"idempotency_key"\s*:\s*"([^"]*)"/.exec(Buffer.from(payload).toString('utf8'))?.[1] ?? '';
}

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
];
