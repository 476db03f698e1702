// Vocabularies both ways: the interface's word to the target's spelling, and back.
import type { JsonPrimitive, JsonValue } from '../../payload/json.js';
import type { WordList } from './spec.js';

export interface Words {
  /** The target's spelling; a word that the list lacks is written as it is, since a check may send a wrong one on purpose. */
  write(word: string): JsonPrimitive;
  /** The interface's word; undefined when the list has no such spelling. */
  read(spelling: JsonValue | undefined): string | undefined;
}

/** Throws `RangeError` when one spelling stands for two words, which could not be read back. */
export function compileWords(list: WordList): Words {
  const written = new Map<string, JsonPrimitive>();
  const read = new Map<JsonPrimitive, string>();
  for (const [word, spelling] of Object.entries(list)) {
    const spellings = isOne(spelling) ? [spelling] : spelling;
    const first = spellings[0];
    if (first !== undefined) written.set(word, first);
    for (const each of spellings) {
      const other = read.get(each);
      if (other !== undefined && other !== word) {
        throw new RangeError(`expected one meaning for ${JSON.stringify(each)}, got "${other}" and "${word}"`);
      }
      read.set(each, word);
    }
  }
  return {
    write: (word) => written.get(word) ?? word,
    read: (spelling) => (spelling === undefined || typeof spelling === 'object' ? undefined : read.get(spelling)),
  };
}

function isOne(spelling: JsonPrimitive | readonly JsonPrimitive[]): spelling is JsonPrimitive {
  return !Array.isArray(spelling);
}
