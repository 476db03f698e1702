// What a program put over a text that shows a request: the colours of a terminal, the quotation marks of a word processor, the
// JSON of a log around the whole request.
import type { JsonValue } from '../../payload/json.js';

type Undo = (text: string) => string | undefined;

/** In the order in which they lie around one another. */
export const DRESSES: readonly Undo[] = [fromColours, fromLoggedText, fromTypography];

/** ECMA-48, 8.3.117: `httpie`, `bat` and their like colour what they print. */
function fromColours(text: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character is what is looked for
  return text.includes('\u001b[') ? text.replace(/\u001b\[[\d;]*[A-Za-z]/g, '') : undefined;
}

/** A head that is the text of a member. */
const WHOLE_HEAD = /^[A-Z]{3,8} \S+(?: HTTP\/[\d.]+)?\r?\n(?:[^\n]*\n)*?svc[-_](?:data|sign)\s*:/i;
const DEEPEST = 4;

/** A log of JSON with the request as one text. */
function fromLoggedText(text: string): string | undefined {
  if (!/^\s*\{/.test(text) || !/\\nsvc[-_]\w+\s*:/i.test(text)) return undefined;
  try {
    return heldText(JSON.parse(text) as JsonValue, DEEPEST); // any JSON, which is looked through
  } catch {
    return undefined;
  }
}

function heldText(value: JsonValue, depth: number): string | undefined {
  if (typeof value === 'string') return WHOLE_HEAD.test(value) ? value : undefined;
  if (typeof value !== 'object' || value === null || depth === 0) return undefined;
  for (const one of Object.values(value)) {
    const found = heldText(one, depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A command that a word processor or a chat made pretty: no shell knows these marks, so that no one sent them. */
function fromTypography(text: string): string | undefined {
  const isCommand = /^\s*(?:\$ *)?(?:curl|http|https|wget|xh|curlie)\b/.test(text);
  if (!isCommand || !/(?:-H|--header)[ =]*[“„«‘]|[“„«‘]svc[-_]/i.test(text)) return undefined;
  return text
    .replace(/[“”„«»]/g, '"')
    .replace(/[‘’‚]/g, "'")
    .replace(/(^|\s)[–—](?=[a-z])/g, '$1--');
}
