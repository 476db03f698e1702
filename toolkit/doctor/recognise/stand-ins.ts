// Words that people put in a request before they show it to others, in place of an account, a key or a number.

const FORMS = [
  String.raw`\{\{?[\w .$-]+\}\}?`,
  String.raw`<[A-Za-z_][\w .-]*>`,
  String.raw`\$\{?\w+\}?`,
  '%[A-Za-z_]+%',
  String.raw`\[[A-Za-z_][\w .-]*\]`,
  '[Xx]{3,}',
  '[*•█#]{2,}',
  '_{3,}',
  String.raw`\.{3,}|…`,
  String.raw`(?:REDACTED|FILTERED|MASKED|HIDDEN|YOUR[_ -]\w+)`,
].join('|');
/** As routes name their parameters. */
const PARAMETER = String.raw`(?<=\/):[A-Za-z]\w*(?=\/|\?|$)`;

const WHOLE = new RegExp(`^(?:${FORMS})$`);
const WITHIN = new RegExp(`${PARAMETER}|%7B\\w+%7D|${FORMS}`, 'g');

/** Whether a value is nothing but such a word. */
export const isStandIn = (text: string): boolean => WHOLE.test(text);

/** Whether what is shown is the other text but for such words in it, each in place of something. */
export function standsFor(shown: string, whole: string): boolean {
  const parts = shown.split(WITHIN);
  if (parts.length < 2 || parts.join('') === '') return false;
  let at = 0;
  for (const [number, part] of parts.entries()) {
    const isFirst = number === 0;
    const isLast = number === parts.length - 1;
    const found = isLast ? whole.length - part.length : whole.indexOf(part, at);
    const isThere = found >= at && whole.startsWith(part, found);
    if (!isThere || (isFirst ? found > 0 : found === at && part !== '')) return false;
    at = found + part.length;
  }
  return true;
}
