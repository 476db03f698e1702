import { describe, expect, it } from 'vitest';
import { CommandAnswers } from './command-answers.js';

describe('answers to commands that never come', () => {
  it('are given up after a few, which is said once', () => {
    const answers = new CommandAnswers();
    const said: string[] = [];
    for (let n = 0; n < 48; n += 1) {
      expect(answers.mayCome).toBe(true);
      said.push(...[answers.missed() ?? []].flat());
    }
    said.push(...[answers.missed() ?? []].flat());
    expect(answers.mayCome).toBe(false);
    expect(said).toEqual([expect.stringContaining('bind messages.command_accepted')]);
  });

  it('are waited for whenever one has come', () => {
    const answers = new CommandAnswers();
    answers.came();
    for (let n = 0; n < 60; n += 1) expect(answers.missed()).toBeUndefined();
    expect(answers.mayCome).toBe(true);
  });
});
