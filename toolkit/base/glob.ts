// Patterns in selectors, waivers and what a profile accepts: `*` is any run of characters, `?` one, and everything else is literal.

export function isGlob(pattern: string): boolean {
  return /[*?]/.test(pattern);
}

/** Linear in the text: on a mismatch only the last star is tried again. */
export function globMatches(pattern: string, text: string): boolean {
  let at = 0;
  let from = 0;
  let star = -1;
  let resume = 0;
  while (at < text.length) {
    const symbol = pattern[from];
    if (symbol === '*') {
      star = from;
      resume = at;
      from += 1;
    } else if (symbol === '?' || symbol === text[at]) {
      from += 1;
      at += 1;
    } else if (star >= 0) {
      resume += 1;
      at = resume;
      from = star + 1;
    } else {
      return false;
    }
  }
  while (pattern[from] === '*') from += 1;
  return from === pattern.length;
}
