// The doctor against signers that were written without knowing its causes: all caught, none misled (interface 5).
import { describe, expect, test } from 'vitest';
import { type Language, runTrial } from './trials.test.aid.js';

describe('the blind trial', () => {
  // The later set of each language; the command in README.md tries all eight, which take twice as long.
  test.each<Language>(['javascript-two', 'python-two', 'php', 'ruby-two', 'go'])(
    '%s',
    (language) => {
      const judged = runTrial(language);
      // A language that is absent is skipped in sight; Node.js is always here.
      if (judged === undefined && !language.startsWith('javascript')) {
        process.stderr.write(`${language} is absent: its signers are not tried\n`);
        return;
      }
      const all = judged ?? [];
      expect(all.length).toBeGreaterThan(60);
      expect(all.filter(({ grade }) => grade === 'not caught' || grade === 'other')).toEqual([]);
      expect(all.filter(({ grade }) => grade === 'right').length / all.length).toBeGreaterThan(0.85);
    },
    60_000,
  );
});
