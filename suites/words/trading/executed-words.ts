// What `executions` says of a count, as people say it: `one more open order`, `no more open volume`.

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const COUNTED = / more open (?:orders?|volume)\b/;

/** `volume` is a plain decimal; it is said only where openings are under test or something was opened. */
export function executed(orders: number, volume: string): string {
  const ofOrders = `${inWords(orders)} more open ${orders === 1 ? 'order' : 'orders'}`;
  const ofVolume = `${volume === '0' ? 'no' : volume} more open volume`;
  return `${ofOrders} and ${ofVolume}`;
}

function inWords(count: number): string {
  return NUMBERS[count] ?? String(count);
}

/** Whether it is such a count, which rests on what snapshots show. */
export function countsBySnapshot(expected: string): boolean {
  return COUNTED.test(expected);
}
