// Whether two JSON texts differ in the white space between their parts as well, where something else was found to differ: who mends the
// numbers or the escapes alone meets the next refusal (interface 5.2, `body_hash`).

/** Larger bodies are compared by eye. */
const LONGEST = 64 << 10;

/** The parts of the text alike, so that only its brackets, marks and white space are left. */
const skeleton = (text: string): string =>
  text
    .trim()
    .replace(/"(?:[^"\\]|\\.)*"|[^\s,:{}[\]]+/g, 'x')
    .replaceAll('{', '[')
    .replaceAll('}', ']');

const bare = (text: string): string => text.replace(/\s+/g, '');

export function hasOtherLayout(one: string, other: string): boolean {
  if (Math.max(one.length, other.length) > LONGEST || !/^\s*[[{]/.test(one)) return false;
  const [first, second] = [skeleton(one), skeleton(other)];
  return first !== second && bare(first) === bare(second);
}
