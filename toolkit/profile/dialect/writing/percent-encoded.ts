// Text as it stands in an address (RFC 3986, section 2.1), for any text that a target may have given.

/** Half a character, which an identifier of a target may hold, has no bytes: it goes as the replacement character. */
export function percentEncoded(text: string): string {
  return encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/gu, '\ufffd'));
}
