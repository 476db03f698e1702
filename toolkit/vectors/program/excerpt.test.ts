// No part of a key is shown, wherever a text is cut.
import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { LastWords } from '../../base/last-words.js';
import { excerpt, excerptOfEnd } from './excerpt.js';

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

it.each([
  ['PEM', pem],
  ['hexadecimal', seed.toString('hex')],
  ['a list of bytes', seed.join(', ')],
])('a key in %s goes where only the end of it is among what is shown of the last words', (_how, spelling) => {
  for (let shownOfIt = 1; shownOfIt < spelling.length; shownOfIt += 3) {
    const words = new LastWords(64 * 1024);
    words.take(Buffer.from(`${'long ago '.repeat(1000)}${spelling}${' now'.repeat(1024).slice(0, 4096 - shownOfIt)}`));
    const shown = excerptOfEnd(words.text, [pem]);
    expect(shown).not.toContain(spelling.slice(-8).trim());
  }
});
