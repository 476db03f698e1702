import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../payload/json.js';
import { MAIN_KEY } from './build/keys.js';
import { Explainer } from './explain-defect.js';
import { judge } from './judge.js';
import type { VectorTest } from './model.js';
import { signAs } from './signer.js';
import { WRONG_SIGNERS } from './wrong-signers.js';

const input = {
  apiKey: MAIN_KEY.apiKey,
  idempotencyKey: '',
  timestampMs: 1_767_225_600_123,
  method: 'GET',
  path: '/v1/configuration/accounts/42/instruments?b=2&a=1',
  body: '',
};
const asked: Pick<VectorTest, 'input' | 'expected' | 'result'> = { input, expected: {}, result: 'valid' };
const context = { key: MAIN_KEY };

function explained(cause: string): string | undefined {
  const wrong = WRONG_SIGNERS.find((one) => one.cause === cause);
  if (wrong === undefined) throw new RangeError(`no wrong signer has the cause ${cause}`);
  const { headers } = signAs(wrong.change, input, MAIN_KEY);
  const answer: JsonObject = { headers: headers.map(([name, value]) => [name, value]) };
  const defect = judge('sign-request', context, asked, answer);
  return (
    defect && new Explainer().explain(defect, { operation: 'sign-request', context, test: asked }, answer).defect.cause
  );
}

describe('the cause of a wrong answer', () => {
  test.each(['signed-data-text', 'signed-sha-256', 'timestamp-seconds'])('names %s', (cause) => {
    expect(explained(cause)).toBe(cause);
  });
});

test('what was looked for in vain once is looked for among the plainest only', () => {
  const explainer = new Explainer();
  const causeOf = (message: (payload: Uint8Array) => Uint8Array): string | undefined => {
    const { headers } = signAs({ signedBytes: message }, input, MAIN_KEY);
    const answer: JsonObject = { headers: headers.map(([name, value]) => [name, value]) };
    const defect = judge('sign-request', context, asked, answer);
    const question = { operation: 'sign-request', context, test: asked } as const;
    return defect && explainer.explain(defect, question, answer).defect.cause;
  };
  const deep = (): Uint8Array => Buffer.from(`${input.timestampMs}|${MAIN_KEY.apiKey}|${input.method}`);
  const known = (): Uint8Array => Buffer.from(`v0:${Math.floor(input.timestampMs / 1000)}:`);
  const asKnown = (): Uint8Array => Buffer.from(`timestamp=${input.timestampMs}`);
  expect(causeOf(known)).toBe('signed-concatenation');
  expect(causeOf(deep)).toBe('signature-unexplained');
  expect(causeOf(asKnown)).toBe('signature-unexplained');
  // What was found before is found again.
  expect(causeOf(known)).toBe('signed-concatenation');
  expect(causeOf((payload) => Buffer.from(Buffer.from(payload).toString('base64url')))).toBe('signed-data-text');
});
