// What stands beside the 64 bytes of a signature, where no structure holds them (interface 5.1).

export const TWICE = 'the signature twice in a row';

/** What stands beside the signature, where it is no structure around it. */
export function besideOf(bytes: Uint8Array, signature: Uint8Array): string | undefined {
  const from = signature.byteOffset - bytes.byteOffset;
  const more = bytes.length - 64;
  if (more === 64 && bytes.subarray(0, 64).join() === bytes.subarray(64).join()) return TWICE;
  if (from === 0) return `${more} bytes behind the signature`;
  return from === more && bytes[from - 1] !== 64 ? `${more} bytes before the signature` : undefined;
}
