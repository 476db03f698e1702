// Texts out of which secrets were taken, compared by what is left: journal and results are redacted apart, and may be cut differently.

/** What redaction leaves in place of a secret (`toolkit/journal/redaction.ts`). */
const TAKEN_OUT: RegExp = /\[redacted[^\]]*\]|\[signature of \d+ characters[^\]]*\]/;

export function hasTakenOut(text: string): boolean {
  return TAKEN_OUT.test(text);
}

/** Whether the second text reads as the first does around what was taken out of that. */
export function readsAlike(marked: string, text: string): boolean {
  const [first = '', ...rest] = marked.split(new RegExp(TAKEN_OUT, 'g'));
  const last = rest.pop();
  if (last === undefined) return marked === text;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const piece of rest) {
    const at = text.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}
