// Which words of what was expected and of what came are not in the other, in order: the longest common sequence of words. Pure.

export interface Word {
  readonly text: string;
  readonly differs: boolean;
}

/** Longer texts are shown as they are. */
const MOST_WORDS = 400;

/** Both texts in words; spaces and punctuation stay with the word before them, and do not count. */
export function wordDiff(expected: string, actual: string): readonly [readonly Word[], readonly Word[]] {
  const [left, right] = [wordsOf(expected), wordsOf(actual)];
  if (left.length > MOST_WORDS || right.length > MOST_WORDS) return [plain(left), plain(right)];
  const [lefts, rights] = [left.map(bare), right.map(bare)];
  const width = right.length + 1;
  const lengths = new Uint16Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      const below = lengths[(i + 1) * width + j] ?? 0;
      const beside = lengths[i * width + j + 1] ?? 0;
      const both = (lengths[(i + 1) * width + j + 1] ?? 0) + 1;
      lengths[i * width + j] = lefts[i] === rights[j] ? both : Math.max(below, beside);
    }
  }
  const same: [Set<number>, Set<number>] = [new Set(), new Set()];
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if (lefts[i] === rights[j]) {
      same[0].add(i);
      same[1].add(j);
      i += 1;
      j += 1;
    } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return [marked(left, same[0]), marked(right, same[1])];
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_.+-]+[^\p{L}\p{N}_.+-]*|[^\p{L}\p{N}_.+-]+/gu) ?? [];
}

function bare(word: string): string {
  return word.replace(/[^\p{L}\p{N}_.+-]+$/u, '') || word;
}

function plain(words: readonly string[]): readonly Word[] {
  return words.map((text) => ({ text, differs: false }));
}

function marked(words: readonly string[], same: ReadonlySet<number>): readonly Word[] {
  return words.map((text, index) => ({ text, differs: !same.has(index) }));
}
