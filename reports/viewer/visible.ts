// Text of a target as it is shown: what has no shape or could reorder the line appears as an escape.

const UNSHAPED =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this pattern is about
  /[\u0000-\u0008\u000b-\u001f\u007f-\u00a0\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff]|\p{Cs}/gu;

export function visible(text: string): string {
  return text.replace(UNSHAPED, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u{${code.toString(16)}}`;
  });
}
