// Source addresses against CIDR blocks of IPv4 and IPv6 (interface 5.3, rule 9). Parsed blocks are kept, since keys are few.
import ipaddr from 'ipaddr.js';
import { kept } from '../../../base/kept.js';

type Block = ReturnType<typeof ipaddr.parseCIDR>;

const parsed = new Map<string, Block>();

/** Whether the address, as a socket reports it, lies in one of the blocks. An IPv4 address mapped into IPv6 is taken as IPv4. */
export function isInBlocks(address: string, blocks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const source = ipaddr.process(address);
  return blocks.some((text) => {
    const [range, bits] = parseBlock(text);
    return source.kind() === range.kind() && source.match(range, bits);
  });
}

/** @throws Error when `text` is neither a CIDR block nor an address. */
export function parseBlock(text: string): Block {
  return kept(parsed, text, () => (text.includes('/') ? ipaddr.parseCIDR(text) : single(text)));
}

function single(text: string): Block {
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128] as Block; // The library types the pair by its family only.
}
