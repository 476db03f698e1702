// Bytes from what `hexdump -C`, `od`, `xxd`, `tcpdump -X`, Wireshark and `curl --trace` print of them, from plain hexadecimal, and from
// base64 of a whole request.

/** An offset, then pairs or groups of digits, then what is printable of them. */
const LINE =
  /^\s*(?:0x)?[0-9a-fA-F]{4,10}:?[ \t]+((?:[0-9a-fA-F]{2,8}[ \t]){0,31}[0-9a-fA-F]{2,8}$|(?:[0-9a-fA-F]{2,8}[ \t]{1,3}){1,32}|(?:[0-9a-fA-F]{2,8}[ \t]{1,3}){0,31}[0-9a-fA-F]{2,8}$)/;

/** Undefined when the text is no such dump. */
export function fromHexDump(text: string): Uint8Array | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const rows = lines.map((line) => ({ line, bytes: rowOf(line) }));
  const whole = rows.flatMap(({ line, bytes }) => (bytes === undefined ? [] : [{ line, bytes }]));
  // Wireshark indents the other direction; a head line or a prompt may stand above.
  if (whole.length < 4 || whole.length < lines.length * 0.6) return undefined;
  const packets: number[][] = [];
  for (const { line, bytes } of whole) {
    if (packets.length === 0 || /^\s*(?:0x)?0{4,10}\b/.test(line)) packets.push([]);
    packets.at(-1)?.push(...bytes);
  }
  return Uint8Array.from(packets.flatMap(withoutNetwork));
}

/** What a packet carries: behind the heads of Ethernet, IPv4 or IPv6, and TCP, where it begins with them; else all of it. */
function withoutNetwork(packet: readonly number[]): readonly number[] {
  const at = (index: number): number => packet[index] ?? 0;
  const isEthernet = (at(12) === 0x08 && at(13) === 0) || (at(12) === 0x86 && at(13) === 0xdd);
  for (const from of isEthernet ? [14, 0] : [0]) {
    const isFour = at(from) >> 4 === 4 && (at(from) & 0xf) >= 5 && at(from + 9) === TCP;
    const isSix = at(from) >> 4 === 6 && at(from + 6) === TCP;
    if (!isFour && !isSix) continue;
    const segment = from + (isFour ? (at(from) & 0xf) * 4 : 40);
    const stated = isFour ? at(from + 2) * 256 + at(from + 3) : 40 + at(from + 4) * 256 + at(from + 5);
    const end = stated > segment - from ? from + stated : packet.length;
    const head = (at(segment + 12) >> 4) * 4;
    if (head >= 20 && segment + head <= packet.length) return packet.slice(segment + head, end);
  }
  return packet;
}

const TCP = 6;

/** The bytes of one row: at most 16, whatever the printable part beside them looks like. */
export function rowOf(line: string): readonly number[] | undefined {
  // Netty draws a table around its rows.
  const cells = /^\s*\|([0-9a-fA-F]{8})\| ((?:[0-9a-fA-F]{2} )+) *\|/.exec(line);
  const groups = cells === null ? LINE.exec(line)?.[1] : cells[2];
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
