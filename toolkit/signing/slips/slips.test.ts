import { expect, it } from 'vitest';
import { isSlipId, SIGNING_STAGES, SLIP_IDS, SLIPS } from './slips.js';

it('every slip has a stage, a section, one sentence and a fix', () => {
  for (const id of SLIP_IDS) {
    const { stage, section, sentence, fix } = SLIPS[id];
    expect(SIGNING_STAGES).toContain(stage);
    expect(section).toMatch(/^(?:4\.5\.1|5\.[1-3](?:\.\d+)?|8)$/);
    expect(sentence).toMatch(/^[A-Za-z].*[.]$/);
    expect(fix).toMatch(/^[A-Z].*[.]$/);
  }
});

it('every stage has a slip', () => {
  expect(new Set(SLIP_IDS.map((id) => SLIPS[id].stage))).toEqual(new Set(SIGNING_STAGES));
});

it('no two slips say the same, so each can be told from the others', () => {
  const sentences = SLIP_IDS.map((id) => SLIPS[id].sentence);
  expect(new Set(sentences).size).toBe(sentences.length);
});

it('knows its codes', () => {
  expect(isSlipId('data-padded')).toBe(true);
  expect(isSlipId('toString')).toBe(false);
});
