// Requests that nothing before a service takes offence at.
import type { JsonValue } from '../../payload/json.js';
import type { Call } from './entry.js';

/** What every client sends: unreserved characters, escaped slashes, no climbing. */
const ORDINARY_PATH = /^(?:[A-Za-z0-9/._~?&=:,@+-]|%2F|%3A)*$/i;
const LONGEST_PATH = 1024;
const ODD_CHARACTER = /[^\x20-\x7e]/;
const LONGEST_HEADER = 4096;

/** Whether its path and headers hold nothing that a firewall before the service would take offence at. */
export function isOrdinary({ path, headers }: Call): boolean {
  return path.length <= LONGEST_PATH && ORDINARY_PATH.test(path) && !path.includes('..') && areOrdinary(headers);
}

function areOrdinary(headers: JsonValue | undefined): boolean {
  const names: string[] = []; // a dozen or so
  for (const header of Array.isArray(headers) ? headers : []) {
    if (!Array.isArray(header)) continue;
    const name = String(header[0]).toLowerCase();
    const value = String(header[1]);
    if (names.includes(name) || value.length > LONGEST_HEADER || ODD_CHARACTER.test(value)) return false;
    names.push(name);
  }
  return true;
}
