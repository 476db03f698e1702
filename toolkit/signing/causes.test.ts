import { expect, it } from 'vitest';
import { CAUSE_CODES, CAUSES, isCauseCode, SIGNING_STAGES } from './causes.js';

it('every cause has a stage, a section, one sentence and a fix', () => {
  for (const code of CAUSE_CODES) {
    const { stage, section, sentence, fix } = CAUSES[code];
    expect(SIGNING_STAGES).toContain(stage);
    expect(section).toMatch(/^(?:5\.[1-3](?:\.\d+)?|8)$/);
    expect(sentence).toMatch(/^[A-Za-z].*[.]$/);
    expect(fix).toMatch(/^[A-Z].*[.]$/);
  }
});

it('every stage has a cause', () => {
  expect(new Set(CAUSE_CODES.map((code) => CAUSES[code].stage))).toEqual(new Set(SIGNING_STAGES));
});

it('no two causes say the same, so each can be told from the others', () => {
  const sentences = CAUSE_CODES.map((code) => CAUSES[code].sentence);
  expect(new Set(sentences).size).toBe(sentences.length);
});

it('knows its codes', () => {
  expect(isCauseCode('data-padded')).toBe(true);
  expect(isCauseCode('toString')).toBe(false);
});
