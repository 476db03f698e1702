// The doctor against signers that were written without knowing its causes: all caught, none misled (interface 5).
import { describe, expect, test } from 'vitest';
import { type Language, runTrial } from './trials.test.aid.js';

/** Of so many signers one is tried here; the command in README.md tries them all. */
const EVERY = 5;

describe('the blind trial', () => {
  test.each<Language>([
    'javascript-two',
    'javascript-three',
    'python-two',
    'python-three',
    'php',
    'ruby-two',
    'go',
    'java',
    'python-four',
    'python-five',
    'javascript-four',
    'php-two',
    'ruby-three',
  ])(
    '%s',
    (language) => {
      const judged = runTrial(language, EVERY);
      // A language that is absent is skipped in sight; Node.js is always here.
      if (judged === undefined && !language.startsWith('javascript')) {
        process.stderr.write(`${language} is absent: its signers are not tried\n`);
        return;
      }
      const all = judged ?? [];
      expect(all.length).toBeGreaterThan(60 / EVERY);
      expect(all.filter(({ grade }) => grade === 'not caught' || grade === 'other')).toEqual([]);
      expect(all.filter(({ grade }) => grade === 'right').length / all.length).toBeGreaterThan(0.75);
    },
    60_000,
  );
});
