// Bytes as Python and Ruby print them.
const hexByte = (byte: number): string => byte.toString(16).padStart(2, '0');
const NAMED_BYTES: Readonly<Record<number, string>> = { 9: '\\t', 10: '\\n', 13: '\\r', 92: '\\\\' };

/** `b'…'`, as Python prints bytes. */
export function pythonBytes(bytes: Uint8Array): string {
  const quote = bytes.includes(0x27) && !bytes.includes(0x22) ? '"' : "'";
  const inner = Array.from(bytes, (byte) => {
    const one = String.fromCharCode(byte);
    if (one === quote) return `\\${one}`;
    return NAMED_BYTES[byte] ?? (byte >= 0x20 && byte < 0x7f ? one : `\\x${hexByte(byte)}`);
  });
  return `b${quote}${inner.join('')}${quote}`;
}

export function rubyBytes(bytes: Uint8Array): string {
  const named: Readonly<Record<number, string>> = {
    ...NAMED_BYTES,
    7: '\\a',
    8: '\\b',
    11: '\\v',
    12: '\\f',
    27: '\\e',
    34: '\\"',
  };
  const inner = Array.from(bytes, (byte) => {
    const one = named[byte];
    return one ?? (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${hexByte(byte).toUpperCase()}`);
  });
  return `"${inner.join('')}"`;
}
