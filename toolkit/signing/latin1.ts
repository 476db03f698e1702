// Bytes as the text whose characters have their numbers. In parts: a request may have more bytes than a call takes arguments.
const PART = 8_192;

export function latin1Of(bytes: ArrayLike<number>): string {
  const all = Uint8Array.from(bytes);
  let text = '';
  for (let from = 0; from < all.length; from += PART) text += String.fromCharCode(...all.subarray(from, from + PART));
  return text;
}
