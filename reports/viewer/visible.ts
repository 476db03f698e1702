// Text of a target as it is shown: what has no shape or could reorder the line appears as an escape.
import { escapeOf } from '../model/sanitize.js';

const UNSHAPED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this pattern is about
  /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff]|\p{Cs}/gu;

export function visible(text: string): string {
  return text.replace(UNSHAPED, escapeOf);
}
