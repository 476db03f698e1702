// No part of a key is shown, wherever a text is cut.
import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { excerpt } from './excerpt.js';

const { privateKey } = generateKeyPairSync('ed25519');
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const seed = privateKey.export({ type: 'pkcs8', format: 'der' }).subarray(-32);

it.each([
  ['hexadecimal', seed.toString('hex')],
  ['base64url', seed.toString('base64url')],
  ['a list of bytes', seed.join(', ')],
])('a key in %s goes where the text is cut inside it', (_how, spelling) => {
  for (const shownOfIt of [12, 20, 30, 40]) {
    const shown = excerpt(`${'.'.repeat(300 - shownOfIt)}${spelling}`, [pem]);
    expect(shown).not.toContain(spelling.slice(0, 8));
    expect(shown.length).toBeLessThanOrEqual(301);
  }
});
