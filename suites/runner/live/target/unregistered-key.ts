// A key that the target does not know, where the profile names none: fresh for each run, with an identifier that looks like that of
// the main key, so that it is refused for being unknown and not for its form.
import { randomBytes, randomInt } from 'node:crypto';
import type { SigningKey } from '../../../../toolkit/wire/signed-request.js';
import { signingKey } from './signing-key.js';

/** Fewer random characters than this might hit a key that exists. */
const LEAST_RANDOM = 12;
const DIGITS = '0123456789';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';

export function unregisteredKey(mainId: string): SigningKey {
  return signingKey(likeness(mainId), randomBytes(32).toString('hex'));
}

/** Another character of the same kind for each letter and digit; the rest, such as hyphens, stays. */
export function likeness(id: string): string {
  const varied = id.match(/[a-z0-9]/gi)?.length ?? 0;
  const longEnough = id + DIGITS.slice(0, Math.max(0, LEAST_RANDOM - varied));
  return longEnough.replace(/[a-z0-9]/gi, (character) => {
    if (/[0-9]/.test(character)) return pick(DIGITS);
    // Letters of hexadecimal identifiers stay hexadecimal.
    const letters = /^[0-9a-f-]+$/i.test(id) ? LOWER.slice(0, 6) : LOWER;
    return character === character.toLowerCase() ? pick(letters) : pick(letters).toUpperCase();
  });
}

function pick(from: string): string {
  return from.charAt(randomInt(from.length));
}
