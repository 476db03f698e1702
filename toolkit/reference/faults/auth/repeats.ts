// Faults of requests whose idempotency key was used before (interface 5.3): as repeats they are not verified again.
import { type Fault, violating } from '../algebra/index.js';

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
    change: (rules) => {
      const used = new Set<string>();
      let isRepeat = false;
      return {
        ...rules,
        acceptsSignature: (trial, context) => {
          const key = `${context.accountId} ${idempotencyKeyOf(trial.payload)}`;
          const valid = rules.acceptsSignature(trial, context);
          isRepeat = valid && context.isMutating && used.has(key);
          if (valid && context.isMutating) used.add(key);
          return valid;
        },
        permitsScope: (key, scope, context) => isRepeat || rules.permitsScope(key, scope, context),
      };
    },
  }),
];
