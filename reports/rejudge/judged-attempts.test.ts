import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../toolkit/payload/json.js';
import { type JudgedAttempt, JudgedAttempts } from './judged-attempts.js';

const again = (attempt: number): JsonObject => ({ by: 'another attempt', attempt });
const aside = (attempt?: number): JsonObject => ({ by: 'run again', ...(attempt !== undefined && { attempt }) });

/** Three attempts, the second of which asserted what does not hold. */
function three(): JudgedAttempts {
  const attempts = new JudgedAttempts();
  for (const ordinal of [1, 2, 3]) {
    if (ordinal > 1) attempts.resolve(again(ordinal));
    attempts.latest.assertions = ordinal;
    attempts.latest.observations.push(`of ${ordinal}`);
    if (ordinal === 2) attempts.latest.failed.push({ requirement: 'a.b', isLowered: false });
  }
  return attempts;
}

const shown = ({ assertions, failed }: JudgedAttempt): readonly number[] => [assertions, failed.length];

describe('the attempts of a check', () => {
  it('are judged by the one that the verdict names, and by the last where it names none', () => {
    const attempts = three();
    expect(shown(attempts.deciding)).toEqual([3, 0]);
    attempts.decidedBy(2);
    expect(shown(attempts.deciding)).toEqual([2, 1]);
    expect(attempts.deciding.observations).toEqual(['of 2']);
  });

  it.each([0, 4, '2', null, 1e300])('show nothing where the verdict names %j, which was none', (named) => {
    const attempts = three();
    attempts.decidedBy(named);
    expect(shown(attempts.deciding)).toEqual([0, 0]);
  });

  it('lose what they asserted when they are set aside, and no others do', () => {
    const attempts = three();
    attempts.resolve(aside(2));
    expect(shown(attempts.deciding)).toEqual([3, 0]);
    attempts.decidedBy(2);
    expect(shown(attempts.deciding)).toEqual([0, 0]);
    expect([attempts.deciding.observations, attempts.isAgain]).toEqual([['of 2'], false]);
  });

  it('are one where nobody tells them apart, which begins anew when it is set aside', () => {
    const attempts = new JudgedAttempts();
    attempts.latest.assertions = 5;
    attempts.resolve(aside());
    expect(shown(attempts.deciding)).toEqual([0, 0]);
    attempts.latest.assertions = 1;
    expect([shown(attempts.deciding), attempts.isAgain]).toEqual([[1, 0], true]);
  });
});
