// Bytes from what `hexdump -C`, `xxd`, `tcpdump -X`, Wireshark and `curl --trace` print of them, from plain hexadecimal, and from base64 of
// a whole request.

/** An offset, then pairs or groups of digits, then what is printable of them. */
const LINE =
  /^\s*(?:0x)?[0-9a-fA-F]{4,10}:?[ \t]+((?:[0-9a-fA-F]{2,8}[ \t]{1,3}){1,32}|(?:[0-9a-fA-F]{2,8}[ \t]{1,3}){0,31}[0-9a-fA-F]{2,8}$)/;

/** Undefined when the text is no such dump. */
export function fromHexDump(text: string): Uint8Array | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const rows = lines.map(rowOf);
  const whole = rows.filter((row) => row !== undefined);
  // Wireshark indents the other direction; a head line or a prompt may stand above.
  return whole.length >= 4 && whole.length >= lines.length * 0.6 ? Uint8Array.from(whole.flat()) : undefined;
}

/** The bytes of one row: at most 16, whatever the printable part beside them looks like. */
export function rowOf(line: string): readonly number[] | undefined {
  const groups = LINE.exec(line)?.[1];
  if (groups === undefined) return undefined;
  const digits = groups
    .trim()
    .split(/[ \t]{1,2}(?=\S)/)
    .map((group) => group.trim())
    .filter((group) => /^(?:[0-9a-fA-F]{2}){1,4}$/.test(group))
    .join('')
    .slice(0, 32);
  const pairs = digits.match(/../g);
  return pairs === null ? undefined : Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

/** A request that was written as one word of hexadecimal or base64, however it is wrapped. */
export function fromOneWord(text: string): Uint8Array | undefined {
  const word = text.replace(/\s+/g, '');
  if (word.length < 40) return undefined;
  if (/^(?:[0-9a-fA-F]{2})+$/.test(word)) {
    return Uint8Array.from(word.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  }
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(word)) return undefined;
  try {
    const standard = word.replaceAll('-', '+').replaceAll('_', '/');
    return Uint8Array.from(atob(standard), (unit) => unit.charCodeAt(0));
  } catch {
    return undefined;
  }
}
