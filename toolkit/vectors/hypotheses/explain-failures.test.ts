import { describe, expect, it } from 'vitest';
import { HEADER } from '../../signing/headers.js';
import type { SigningStages } from '../../signing/signing-stages.js';
import { SLIPS } from '../../signing/slips/slips.js';
import { ask } from '../ask.js';
import type { Implementation } from '../implementation.js';
import { Ledger } from '../ledger.js';
import { loadTests } from '../load.js';
import { NATIVE } from '../native.js';
import { OPERATIONS, type Operation } from '../operations.js';
import { implementSigner } from '../signer.js';
import { WRONG_READERS } from '../wrong-readers/index.js';
import { WRONG_SIGNERS } from '../wrong-signers.js';
import { explainFailures } from './explain-failures.js';
import type { Hypothesis } from './hypothesis.js';
import { REWRITERS } from './rewriters/rewriters.js';

/** What is said of an implementation that is right save for this. */
function saidOf(wrong: Implementation, operations: readonly Operation[]): readonly Hypothesis[] {
  const tests = loadTests().filter(({ operation }) => operations.includes(operation));
  const ledger = new Ledger(tests, undefined);
  ledger.introduce({ implementation: 'test', language: 'TypeScript', capabilities: OPERATIONS });
  tests.forEach(({ operation, test, context }, seq) => {
    const implementation = wrong[operation] === undefined ? NATIVE : wrong;
    ledger.answer(seq, ask(implementation, operation, test.input, context));
  });
  return explainFailures(ledger.answered()).hypotheses;
}

const wrongReader = (id: string): Implementation => WRONG_READERS.find((one) => one.id === id)?.change ?? {};
const rewriter = (id: string): Implementation => implementSigner(REWRITERS.find((one) => one.id === id)?.change ?? {});

describe('the failures of a signer', () => {
  it.each([
    'rewrites-query-with-plus',
    'rewrites-query-without-blanks',
    'normalises-target',
    'quotes-target',
    'rewrites-body-as-python',
    'rewrites-body-as-go',
    'writes-data-in-plain-base64',
  ])('are explained at once by one that %s', (id) => {
    const said = saidOf(rewriter(id), ['sign-request', 'hash-body']);
    expect(said.map((one) => one.id)).toEqual([id]);
  });

  it('are none where nothing failed', () => {
    expect(saidOf({}, ['sign-request', 'sign-payload', 'hash-body'])).toEqual([]);
  });
});

const wrongSigner = (id: string): Partial<SigningStages> => WRONG_SIGNERS.find((one) => one.id === id)?.change ?? {};

describe('two mistakes in the same requests', () => {
  it.each([
    ['lower-cases-method', 'hashes-in-hex'],
    ['signs-sha-256', 'encodes-signature-in-hex'],
    ['writes-version-as-text', 'hashes-in-hex'],
  ])('are both named: %s, %s', { timeout: 60_000 }, (one, other) => {
    const pair = [one, other].map((id) => WRONG_SIGNERS.find((signer) => signer.id === id));
    const said = saidOf(implementSigner({ ...wrongSigner(one), ...wrongSigner(other) }), ['sign-request']);
    const stages = pair.map((signer) => SLIPS[signer?.cause ?? 'signature-unexplained'].stage);
    expect(said.map(({ id }) => id).join()).toMatch(new RegExp(`${one}|${pair[0]?.cause}`));
    expect(said.map(({ id }) => id).join()).toMatch(new RegExp(`${other}|${pair[1]?.cause}`));
    expect(new Set(stages).size).toBe(2);
  });

  it('are not made up where a value is of an earlier request', () => {
    const kept = 1_714_564_800_123;
    const said = saidOf(
      implementSigner({
        payload: (fields) => ({ ...fields, timestamp: kept }),
        headers: (headers) =>
          headers.map(([name, value]) => [name, name === HEADER.timestamp ? String(kept) : value] as const),
      }),
      ['sign-request'],
    );
    expect(said.map(({ id }) => id)).toEqual(['timestamp-kept']);
  });
});

describe('the failures of a verifier', () => {
  it.each([
    ['skips-body-hash', 'verify-request'],
    ['compares-path-by-start', 'verify-request'],
    ['permits-accounts-by-start', 'verify-request'],
    ['accepts-stray-bits', 'decode-base64url'],
    ['accepts-final-line-feed', 'check-idempotency-key'],
  ] as const)('are explained at once by one that %s', (id, operation) => {
    const said = saidOf(wrongReader(id), [operation]);
    expect(said.map((one) => one.id)).toEqual([id]);
    expect(said[0]?.rule).toMatch(/^[\d., A-Z]+/);
    expect(said[0]?.missing).not.toBe('');
  });
});
