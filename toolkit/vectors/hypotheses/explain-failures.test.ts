import { describe, expect, it } from 'vitest';
import { HEADER } from '../../signing/headers.js';
import type { SigningStages } from '../../signing/signing-stages.js';
import { SLIPS } from '../../signing/slips/slips.js';
import { ask } from '../ask.js';
import type { Implementation } from '../implementation.js';
import { Ledger } from '../ledger.js';
import { loadTests } from '../load.js';
import { NATIVE } from '../native.js';
import { OPERATIONS, type Operation, type VerifyRequestInput } from '../operations.js';
import { implementSigner } from '../signer.js';
import { WRONG_READERS } from '../wrong-readers/index.js';
import { WRONG_SIGNERS } from '../wrong-signers.js';
import { explainFailures } from './explain-failures.js';
import type { Explanation, Hypothesis } from './hypothesis.js';
import { READER_SUSPECTS } from './reader-suspects/index.js';
import { REWRITERS } from './rewriters/rewriters.js';
import { SUSPECTS } from './suspects.js';

/** What is said of an implementation that is right save for this. */
function explanationOf(wrong: Implementation, operations: readonly Operation[]): Explanation {
  const tests = loadTests().filter(({ operation }) => operations.includes(operation));
  const ledger = new Ledger(tests, undefined);
  ledger.introduce({ implementation: 'test', language: 'TypeScript', capabilities: OPERATIONS });
  tests.forEach(({ operation, test, context }, seq) => {
    const implementation = wrong[operation] === undefined ? NATIVE : wrong;
    ledger.answer(seq, ask(implementation, operation, test.input, context));
  });
  return explainFailures(ledger.answered());
}

const saidOf = (wrong: Implementation, operations: readonly Operation[]): readonly Hypothesis[] =>
  explanationOf(wrong, operations).hypotheses;

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

describe('two mistakes within one stage', () => {
  it.each([
    ['sorts-query', 'decodes-target', 'path'],
    ['strips-body', 'hashes-in-hex', 'body_hash'],
    ['sorts-query', 'doubles-slash-at-end', 'path'],
  ])('are found together: %s, %s', { timeout: 60_000 }, (one, other) => {
    const [first, second] = [SUSPECTS.find(({ id }) => id === one), SUSPECTS.find(({ id }) => id === other)];
    const said = saidOf(
      implementSigner({
        path: (path, input) => {
          const once = first?.change.path?.(path, input) ?? path;
          return second?.change.path?.(once, input) ?? once;
        },
        ...(first?.change.hashedBytes && { hashedBytes: first.change.hashedBytes }),
        ...(second?.change.bodyHash && { bodyHash: second.change.bodyHash }),
      }),
      ['sign-request'],
    );
    expect(said).toHaveLength(1);
    expect(said[0]?.id.split('+')).toHaveLength(2);
  });
});

describe('what no mistake explains', () => {
  it('is said beside what one does', () => {
    const { hypotheses, unexplained } = explanationOf(
      implementSigner({
        path: (path) => (path.includes('?') ? (path.split('?', 1)[0] ?? path) : path),
        payload: (fields, { method }) => ({ ...fields, ...(method === 'PUT' && { path: '/elsewhere' }) }),
      }),
      ['sign-request'],
    );
    expect(hypotheses.map(({ id }) => id)).toContain('drops-query');
    expect(unexplained.length).toBeGreaterThan(0);
    expect(new Set(unexplained.flatMap(({ differs }) => differs))).toEqual(new Set(['payload.path']));
    const explained = new Set(hypotheses.flatMap(({ explains }) => explains));
    for (const { tcId, isPartly } of unexplained) expect(explained.has(tcId)).toBe(isPartly);
  });

  it.each([
    'quotes-headers',
    'lists-hash-bytes',
    'keys-mac-with-hex',
    'lists-signature-bytes',
    'strips-hyphens-idempotency-key-in-payload',
    'widens-hash',
  ])('is nothing where one does it all: %s', (id) => {
    const { hypotheses, unexplained } = explanationOf(
      implementSigner(SUSPECTS.find((one) => one.id === id)?.change ?? {}),
      ['sign-request'],
    );
    expect([hypotheses.map((one) => one.id), unexplained]).toEqual([[id], []]);
  });
});

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
    ['reads-python-iso', 'check-date-time'],
    ['decodes-as-python', 'decode-base64url'],
    ['divides-28-digits', 'check-constraint'],
    ['refuses-empty-idempotency-key', 'verify-request'],
    ['inverts-verdict', 'check-decimal'],
    ['ignores-body-hash', 'verify-request'],
    ['ignores-hash-of-no-body', 'verify-request'],
    ['ignores-method', 'verify-request'],
    ['ignores-signed-timestamp', 'verify-request'],
    ['ignores-signed-key', 'verify-request'],
    ['ignores-signed-idempotency-key', 'verify-request'],
    ['ignores-versions', 'verify-request'],
    ['compares-first-characters-of-hash', 'verify-request'],
    ['searches-account-by-start', 'verify-request'],
    ['rewrites-payload-in-ascii', 'verify-request'],
  ] as const)('are explained at once by one that %s', (id, operation) => {
    const said = saidOf(wrongReader(id), [operation]);
    expect(said.map((one) => one.id)).toEqual([id]);
    expect(said[0]?.rule).toMatch(/^[\d., A-Z]+/);
    expect(said[0]?.missing).not.toBe('');
  });

  it.each([
    ...[
      'reads-decimals-as-go-float',
      'reads-decimals-as-java',
      'finds-decimal-inside',
      'trims-decimal',
      'drops-blanks-of-decimal',
    ],
    ...['steps-with-remainder-below-9', 'counts-digits-for-step', 'cuts-to-8-places', 'takes-no-digits-for-no-limit'],
    ...['reads-timestamps-as-java', 'trims-timestamp', 'finds-13-digits-inside', 'limits-timestamps'],
    ...['skips-white-space', 'skips-foreign-characters', 'accepts-leap-day-in-every-year', 'accepts-text-behind'],
  ])('are explained at once by one that no vector names: %s', (id) => {
    const reader = READER_SUSPECTS.find((one) => one.id === id);
    const said = OPERATIONS.filter((one) => reader?.change[one] !== undefined).flatMap((one) =>
      saidOf(reader?.change ?? {}, [one]),
    );
    expect(said.map((one) => one.id)).toEqual([id]);
  });

  it.each(['decodes-as-python-in-svc-data-and-svc-sign', 'accepts-both-alphabets-in-svc-sign'])(
    'are explained at once by the decoder of a verifier: %s',
    (id) => {
      const reader = READER_SUSPECTS.find((one) => one.id === id);
      expect(saidOf(reader?.change ?? {}, ['verify-request']).map((one) => one.id)).toEqual([id]);
    },
  );

  it('of a length say between which lengths of texts it lies', () => {
    const said = saidOf({ 'check-idempotency-key': ({ key }) => ({ valid: /^[\w.~-]{5,64}$/.test(key) }) }, [
      'check-idempotency-key',
    ]);
    expect(said.map((one) => one.sentence)).toEqual([expect.stringMatching(/more than 36 to 64/)]);
  });

  it('of a limit say between which numbers it lies', () => {
    const said = saidOf(
      { 'check-decimal': ({ text }) => ({ valid: /^-?(?:0|[1-9]\d*)(?:\.\d{1,12})?$/.test(text) }) },
      ['check-decimal'],
    );
    expect(said.map((one) => one.sentence)).toEqual([
      expect.stringMatching(/^takes at most \d+ to \d+ fractional digits$/),
    ]);
  });

  it('of one that takes every request are not those of one that confuses the answers', () => {
    const takesAll = (): { valid: boolean } => ({ valid: true });
    const said = saidOf({ 'verify-request': takesAll, 'verify-signature': takesAll }, [
      'verify-request',
      'verify-signature',
    ]);
    expect(said.map((one) => one.id)).toEqual(['accepts-everything']);
  });

  it.each([true, false])('of one that always answers %s are one mistake', (valid) => {
    const said = saidOf({ 'check-decimal': () => ({ valid }) }, ['check-decimal']);
    expect(said.map((one) => one.id)).toEqual([valid ? 'accepts-everything' : 'refuses-everything']);
  });

  it('are one mistake in requests and in bare signatures', () => {
    const said = saidOf({ ...wrongReader('reads-start-of-signature'), ...wrongReader('accepts-longer-signature') }, [
      'verify-request',
      'verify-signature',
    ]);
    expect(said.map(({ id }) => id)).toEqual(['reads-start-of-signature']);
    expect(said[0]?.explains.some((tcId) => tcId.startsWith('verify-signature/'))).toBe(true);
  });

  it('are told by the nearest of them where none is the same', () => {
    const nearly = WRONG_READERS.find(({ id }) => id === 'normalises-paths-to-compare')?.change['verify-request'];
    const strict = NATIVE['verify-request'];
    if (nearly === undefined || strict === undefined) throw new RangeError('both verify requests');
    // As it does, but for whole URLs.
    const said = saidOf(
      {
        'verify-request': (input, context) =>
          input.headers.some(([, value]) => Buffer.from(value, 'base64url').includes('"https://'))
            ? strict(input, context)
            : nearly(input, context),
      },
      ['verify-request'],
    );
    expect(said.map(({ id }) => id)).toEqual(['normalises-paths-to-compare']);
  });

  it.each<readonly [sentence: string, wrong: (input: VerifyRequestInput) => boolean]>([
    ['refuses requests without a query', ({ path }) => !path.includes('?')],
    ['refuses requests with the method POST', ({ method }) => method === 'POST'],
  ])('are told by what they have in common: %s', (sentence, wrong) => {
    const strict = NATIVE['verify-request'];
    if (strict === undefined) throw new RangeError('it verifies requests');
    const said = saidOf(
      { 'verify-request': (input, context) => (wrong(input) ? { valid: false } : strict(input, context)) },
      ['verify-request'],
    );
    expect(said.map((one) => one.sentence)).toEqual([sentence]);
  });

  it('in its errors say which stands in the place of which', () => {
    const strict = NATIVE['verify-request'];
    if (strict === undefined) throw new RangeError('it verifies requests');
    const said = saidOf(
      {
        'verify-request': (input, context) => {
          const { valid, code } = strict(input, context);
          return { valid, ...(code === undefined ? {} : { code: code === 1000 ? 1002 : code }) };
        },
      },
      ['verify-request'],
    );
    expect(said.map(({ sentence }) => sentence.replace(/ \(.*/s, ''))).toEqual(['answers 1002 where 1000 is due']);
  });
});
