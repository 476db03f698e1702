import { describe, expect, test } from 'vitest';
import type { Diagnosis } from './diagnosis.js';
import { explain, headline, renderDiagnosis } from './render.js';
import { compareTexts, markedLines, visible } from './search/difference.js';

describe('the first line', () => {
  const broken = { stage: 'body-hash', state: 'broken', cause: 'body-hash-of-other-bytes' } as const;
  const of = (stage: Diagnosis['stages'][number]): string =>
    headline({ verdict: 'broken', stages: [stage], verifications: 0, notes: [] });

  test('says what was done, where the cause leaves it open', () => {
    expect(of({ ...broken, sentence: 'It was hashed otherwise.', how: 'hashes its length' })).toBe(
      'It was hashed otherwise. Here: the signer hashes its length.',
    );
  });

  test('names the header or the member', () => {
    const missing = { stage: 'headers', state: 'broken', cause: 'header-missing' } as const;
    expect(of({ ...missing, sentence: 'A header is missing.', expected: 'SVC-DATA present' })).toBe(
      'A header is missing (SVC-DATA).',
    );
  });
});

describe('a difference', () => {
  const marks = (expected: string, actual: string): readonly (readonly string[])[] => {
    const compared = compareTexts('texts', expected, actual);
    return [
      markedLines(compared.expected, compared.startsAt, compared.offset, compared.expectedEnds),
      markedLines(compared.actual, compared.startsAt, compared.offset, compared.actualEnds),
    ];
  };

  test('is marked under the characters that differ', () => {
    expect(marks('/v1/a?x=1', '/v1/b?x=1')).toEqual([
      ['/v1/a?x=1', '    ^'],
      ['/v1/b?x=1', '    ^'],
    ]);
  });

  test('is marked at the place where something is missing', () => {
    expect(marks('{"a":1}', '{"a":1}\n')).toEqual([
      ['{"a":1}', '       ^'],
      ['{"a":1}\\n', '       ^^'],
    ]);
  });

  test('of long texts is cut down to its neighbourhood', () => {
    const [expected, actual] = marks(`${'x'.repeat(500)}a${'y'.repeat(500)}`, `${'x'.repeat(500)}b${'y'.repeat(500)}`);
    expect(expected?.[0]).toMatch(/^…x{30}ay+$/);
    expect(expected?.[1]).toBe(`${' '.repeat(31)}^`);
    expect(actual?.[0]?.length).toBeLessThan(200);
  });

  test('spells out what cannot be seen', () => {
    expect(visible('a\u001b[31m\r\n\u0000\ufeff\u200b\u202eé€ж')).toBe(
      'a\\u001b[31m\\r\\n\\u0000\\ufeff\\u200b\\u202eé\\u20acж',
    );
  });
});

describe('a diagnosis as text', () => {
  const diagnosis: Diagnosis = {
    verdict: 'broken',
    stages: [
      { stage: 'headers', state: 'ok' },
      {
        stage: 'body-hash',
        state: 'broken',
        cause: 'body-hash-final-newline',
        section: '5.2',
        sentence: 'The hashed body differs.',
        fix: 'Hash what is sent.',
        compared: compareTexts('the body as sent, and as hashed', '{}', '{}\n'),
      },
      { stage: 'signature', state: 'unknown', note: 'not judged: no public key was given' },
    ],
    cause: 'body-hash-final-newline',
    skewMs: -1_500,
    verifications: 3,
    notes: ['a note'],
  };

  test('shows the stages, the cause, the bytes that differ and the fix', () => {
    expect(renderDiagnosis(diagnosis)).toBe(`The hashed body differs.

  ok      six headers
  BROKEN  body hash             body-hash-final-newline
  ?       signature             not judged: no public key was given

The timestamp is 1500 ms before the clock.

First cause: The hashed body differs. [body-hash-final-newline, interface 5.2]
  compared  the body as sent, and as hashed, from character 3 on
  expected  {}
              ^
  actual    {}\\n
              ^^
  fix       Hash what is sent.

Note: a note
`);
  });

  test('fits on one line of a log', () => {
    expect(explain(diagnosis)).toBe(
      'The hashed body differs. [body-hash-final-newline, interface 5.2] Expected {}, got {}\\n. Hash what is sent.',
    );
    expect(explain({ verdict: 'correct', stages: [], verifications: 1, notes: [] })).toBe(
      'The request is signed correctly.',
    );
  });

  test('spells out what a sentence would swallow, and says where an excerpt is cut', () => {
    const explained = (expected: string, actual: string): string =>
      explain(
        {
          verdict: 'broken',
          cause: 'body-hash-mismatch',
          stages: [
            { stage: 'body-hash', state: 'broken', fix: 'FIX', compared: compareTexts('bodies', expected, actual) },
          ],
          verifications: 0,
          notes: [],
        },
        { fix: false },
      );
    expect(explained('{} ', '{}')).toMatch(/ Expected {}\\u0020, got {}\.$/);
    expect(explained('{}', '')).toMatch(/ Expected {}, got nothing\.$/);
    expect(explained(`${'x'.repeat(500)}`, `${'x'.repeat(100)}`)).toMatch(/ Expected …x{160}…, got …x{30}\.$/);
  });

  test('uses colours only when asked to', () => {
    expect(renderDiagnosis(diagnosis)).not.toContain('\u001b');
    expect(renderDiagnosis(diagnosis, { colour: true })).toContain('\u001b[31mBROKEN \u001b[0m');
  });

  test('says when nothing is wrong, and when not everything could be judged', () => {
    expect(renderDiagnosis({ verdict: 'correct', stages: [], verifications: 1, notes: [] })).toMatch(
      /^The request is signed correctly/,
    );
    expect(renderDiagnosis({ verdict: 'undecided', stages: [], verifications: 0, notes: [] })).toMatch(
      /^Nothing is wrong as far as/,
    );
  });
});
