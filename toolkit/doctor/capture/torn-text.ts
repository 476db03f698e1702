// Whether a text was cut off at its end: a mark that says so, or a quotation or a bracket that is never closed.

const MARKED = /(?:\u2026|\.{3}|[[(<](?:truncated|cut|snip|more)\b[^\n]{0,40})\s*$/i;

export const isMarkedTorn = (text: string): boolean => MARKED.test(text);

export function isTorn(text: string): boolean {
  const plain = text.replace(/\\["']/g, '').replace(/\w'\w/g, '');
  const count = (mark: string): number => plain.split(mark).length - 1;
  const hasDouble = plain.includes('"');
  const isOpenQuote = hasDouble ? count('"') % 2 === 1 : count("'") % 2 === 1;
  return isOpenQuote || count('{') > count('}') || count('(') > count(')');
}
