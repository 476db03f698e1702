// How rates are told: by fate, and as a share where luck decides.
import { expect, it } from 'vitest';
import { ratesHeadline, rateText, renderRatesMarkdown } from './fault-rates.js';
import { FAULT_RATES_FORMAT, type FaultRate, type FaultRates, fateOf } from './fault-rates-model.js';

function fault(id: string, died: number, diedElsewhere?: boolean): FaultRate {
  return {
    id,
    section: '8',
    requirements: ['idempotency.key-exact'],
    summary: 'It errs.',
    trigger: 'nth',
    level: 'must',
    seeds: 10,
    died,
    ...(diedElsewhere !== undefined && { diedElsewhere }),
    killedBy: died > 0 ? ['idempotency.key-exact/x'] : [],
  };
}

const RATES: FaultRates = {
  rates: FAULT_RATES_FORMAT,
  seed: '1',
  effort: 'standard',
  dialect: 'default',
  seeds: 10,
  durationMs: 1,
  faults: [fault('steady', 10), fault('lucky', 7), fault('elsewhere', 0, true), fault('alive', 0, false)],
};

it('tells what always dies from what dies by luck, elsewhere or not at all', () => {
  expect(RATES.faults.map(fateOf)).toEqual(['always', 'by luck', 'elsewhere', 'survived']);
  expect(RATES.faults.map(rateText)).toEqual(['10 of 10', '7 of 10', 'elsewhere', 'survived']);
});

it('counts them in one sentence, and lists the worst first', () => {
  expect(ratesHeadline(RATES)).toMatch(/^3 of 4 faults die \(75 %\): 1 with each of 10 seeds, 1 with some/);
  const lines = renderRatesMarkdown(RATES)
    .split('\n')
    .filter((line) => line.includes('It errs.'));
  expect(lines.map((line) => line.split(' ')[1])).toEqual(['alive', 'elsewhere', 'lucky', 'steady']);
});
