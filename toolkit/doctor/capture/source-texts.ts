// The quoted texts of source code in any language, with what stands between them. Nothing is run: a name that was assigned a text is looked
// up, and whatever else the code may compute stays unknown.
import { textOfBytes } from './capture.js';
import { unescaped } from './printed-bytes.js';

export interface SourceText {
  /** What the text means where its quotes let escapes be written. */
  readonly value: string;
  /** What it means in the languages whose quotes of this kind let none be written but that of the quote. */
  readonly plain: string;
  /** Of the whole text, its quotes included. */
  readonly start: number;
  readonly end: number;
  /** Whether the code puts something into it that is not seen. */
  readonly isFilled: boolean;
  /** Whether the code puts something behind it that is not seen. */
  readonly goesOn: boolean;
}

/** Longer runs, raw texts and those of several lines before plain ones; single quotes of one line alone: comments have apostrophes. */
const TEXT =
  /r(#+)"([\s\S]*?)"\1|@"((?:[^"]|"")*)"|("""|''')([\s\S]*?)\4|("(?:[^"\\]|\\[\s\S])*")|('(?=[{[])(?:[^'\\]|\\[\s\S])*'|'(?:[^'\\\n]|\\.)*')|(`(?:[^`\\]|\\[\s\S])*`)/g;
const MOST_TEXTS = 2000;

export function sourceTexts(source: string): readonly SourceText[] {
  const texts: SourceText[] = [];
  for (const match of source.matchAll(TEXT)) {
    if (texts.length >= MOST_TEXTS) break;
    const [whole, , rust, verbatim, , block, double, single, tick] = match;
    const inner =
      rust ??
      verbatim?.replaceAll('""', '"') ??
      block ??
      (double ?? single ?? tick ?? '').replace(/^["'`]|["'`]$/g, '');
    const plain = inner.replace(/\\(["'\\])/g, '$1');
    const isRaw = (rust ?? verbatim) !== undefined || (tick !== undefined && !inner.includes('\\'));
    const end = match.index + whole.length;
    const isFormat = /(?<!\w)(?:[fF]|\$@?|@\$)$/.test(source.slice(Math.max(0, match.index - 2), match.index));
    const text: SourceText = {
      value: isRaw ? inner : textOfBytes(unescaped(inner.replace(/\\\r?\n/g, ''))),
      plain: isRaw ? inner : plain,
      start: match.index,
      end,
      isFilled: (isFormat && inner.includes('{')) || FILLED.test(inner),
      goesOn: GOES_ON.test(source.slice(end, end + 200)),
    };
    const last = texts.at(-1);
    if (last !== undefined && JOINS.test(source.slice(last.end, text.start)))
      texts[texts.length - 1] = together(last, text);
    else texts.push(text);
  }
  return texts;
}

/** Names within a text that a template or a shell fills in. */
const FILLED = /\$\{|#\{|\{\{/;
/** Something is put behind the text that is no text. */
const GOES_ON = /^\s*(?:\+(?!\s*["'`])|%\s*[\w(]|\.\s*(?:\$|format\b|concat\b|replace))/;
/** Between the parts of one text: a sign, or a new line alone, as in Python and C. */
const JOINS = /^\s*[+.]\s*$|^[ \t]*\\?\r?\n[ \t]*$/;

const together = (first: SourceText, second: SourceText): SourceText => ({
  value: first.value + second.value,
  plain: first.plain + second.plain,
  start: first.start,
  end: second.end,
  isFilled: first.isFilled || second.isFilled,
  goesOn: second.goesOn,
});

/** Whether a part of it is computed. */
export const isOpen = ({ isFilled, goesOn }: SourceText): boolean => isFilled || goesOn;

const ASSIGNED = String.raw`(?:\s*:\s*[\w<>[\]?]+)?\s*:?=\s*`;

/** The text, or the number, that a name is given; undefined where it is given none. */
export function assignedTo(name: string, source: string, texts: readonly SourceText[]): string | undefined {
  const spelled = name.replace(/[$.]/g, '\\$&');
  for (const match of source.matchAll(new RegExp(`(?<![\\w$.])${spelled}${ASSIGNED}(?=[@"'\`br\\d])`, 'g'))) {
    const from = match.index + match[0].length;
    const text = texts.find(({ start }) => start === from);
    const number = /^\d+\b(?!\.\w)/.exec(source.slice(from, from + 20))?.[0];
    if (text !== undefined && isOpen(text)) return undefined;
    if (text !== undefined || number !== undefined) return text?.value ?? number;
  }
  return undefined;
}
