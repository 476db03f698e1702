// Which addresses and names stay on this machine (RFC 1122, 3.2.1.3; RFC 4291, 2.5.3; RFC 6761, 6.3).
import { isIP } from 'node:net';

/** Of a host as it is bound to, or as a Host header names it, without port and brackets. */
export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  const address = name.replace(/^::ffff:(?=\d+\.)/, '');
  return isIP(address) === 4 ? address.startsWith('127.') : /^(?:0{0,4}:){2,7}0{0,3}1$/.test(address);
}

/** What a Host header names, without its port. */
export function hostNameOf(host: string): string {
  return host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1');
}
