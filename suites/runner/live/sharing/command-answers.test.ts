import { describe, expect, it } from 'vitest';
import { CommandAnswers } from './command-answers.js';

describe('answers to commands that never come', () => {
  it.each([
    ['one after the other', 4, 0],
    ['at the same time', 48, 5000],
  ])('are given up after a few %s, which is said once', (_how, many, withinMs) => {
    const answers = new CommandAnswers();
    const said: string[] = [];
    for (let n = 0; n < many; n += 1) {
      expect(answers.mayCome).toBe(true);
      said.push(...[answers.missed(withinMs) ?? []].flat());
    }
    said.push(...[answers.missed(withinMs) ?? []].flat());
    expect(answers.mayCome).toBe(false);
    expect(said).toEqual([expect.stringContaining('bind messages.command_accepted')]);
  });

  it('are waited for whenever one has come', () => {
    const answers = new CommandAnswers();
    answers.came();
    for (let n = 0; n < 60; n += 1) expect(answers.missed(0)).toBeUndefined();
    expect(answers.mayCome).toBe(true);
  });
});
