// The rates of faults for people, as Markdown.
import { forMarkdown } from '../model/sanitize.js';
import { type Fate, type FaultRate, type FaultRates, fateOf } from './fault-rates-model.js';

const FATES: readonly Fate[] = ['survived', 'elsewhere', 'by luck', 'always'];

/** One sentence with the numbers. */
export function ratesHeadline({ faults, seeds }: FaultRates): string {
  const count = (fate: Fate): number => faults.filter((fault) => fateOf(fault) === fate).length;
  const killed = faults.length - count('survived');
  const share = faults.length === 0 ? 100 : Math.floor((100 * killed) / faults.length);
  return (
    `${killed} of ${faults.length} faults die (${share} %): ${count('always')} with each of ${seeds} seeds, ` +
    `${count('by luck')} with some, ${count('elsewhere')} by checks of other requirements alone; ${count('survived')} survive`
  );
}

/** `7 of 10`, or the fate where no seed decided. */
export function rateText(fault: FaultRate): string {
  const fate = fateOf(fault);
  return fate === 'always' || fate === 'by luck' ? `${fault.died} of ${fault.seeds}` : fate;
}

export function renderRatesMarkdown(rates: FaultRates): string {
  const sorted = [...rates.faults].sort(
    (a, b) => FATES.indexOf(fateOf(a)) - FATES.indexOf(fateOf(b)) || a.died - b.died,
  );
  const rows = sorted.map((fault) => {
    const { id, trigger = '', level, killedAt = '', killedBy, summary } = fault;
    const cells = [id, trigger, rateText(fault), level, killedAt, killedBy[0] ?? '', summary];
    return `| ${cells.map(forMarkdown).join(' | ')} |`;
  });
  return [
    '# Rates of faults',
    '',
    `${ratesHeadline(rates)}. Effort ${rates.effort}, dialect ${rates.dialect}, seed ${rates.seed}.`,
    '',
    '| fault | trigger | died | due | noticed | first check | what it does |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
