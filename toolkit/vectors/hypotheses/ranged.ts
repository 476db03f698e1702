// Known mistakes that differ in one number alone, such as a limit of 16 or of 18 digits, and fail the same tests: told as one, with the
// numbers that the tests cannot tell apart.
import type { Candidate } from './hypothesis.js';

export function ranged<Item>(candidates: readonly Candidate<Item>[]): readonly Candidate<Item>[] {
  const groups: Candidate<Item>[][] = [];
  for (const candidate of candidates) {
    const group = groups.find(([first]) => first !== undefined && isAlike(first, candidate));
    if (group === undefined) groups.push([candidate]);
    else group.push(candidate);
  }
  return groups.flatMap(([first, ...more]) => (first === undefined ? [] : [told(first, more)]));
}

const NUMBER = /\d+/;
const templateOf = ({ sentence }: Pick<Candidate<unknown>, 'sentence'>): string => sentence.replace(NUMBER, '#');

function isAlike<Item>(a: Candidate<Item>, b: Candidate<Item>): boolean {
  const isSame =
    templateOf(a) === templateOf(b) && a.contradicted === b.contradicted && a.explains.size === b.explains.size;
  return isSame && [...a.explains].every((item) => b.explains.has(item));
}

function told<Item>(first: Candidate<Item>, more: readonly Candidate<Item>[]): Candidate<Item> {
  const numbers = [first, ...more].map(({ sentence }) => Number(NUMBER.exec(sentence)?.[0]));
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return least === most || more.length === 0
    ? first
    : { ...first, sentence: first.sentence.replace(NUMBER, `${least} to ${most}`) };
}
