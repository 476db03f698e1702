import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { LastWords } from './last-words.js';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const HEX = 'c0ffee'.repeat(11);
const MOST = 1000;

function kept(text: string, ...more: readonly string[]): string {
  const words = new LastWords(MOST);
  for (const one of [text, ...more]) words.take(Buffer.from(one));
  return words.text;
}

describe('the last words of a program', () => {
  it('are all that it wrote, where that is little', () => expect(kept('a\nb')).toBe('a\nb'));

  it('hold no part of a private key that is cut, wherever it is cut', () => {
    const body = PEM.split('\n').slice(1, -2);
    for (let after = 1; after < PEM.length; after += 7) {
      const words = kept(PEM, `${'.'.repeat(Math.max(0, MOST - after - 6))}\nlast\n`);
      for (const line of body) expect(words).not.toContain(line.slice(-16));
      expect(words).toMatch(/last\n$/);
    }
  });

  it.each(['\n', ' '])('begin behind a secret that is cut, at the next "%s"', (separator) => {
    for (let shown = 1; shown <= HEX.length; shown += 1) {
      const words = kept(`${'x'.repeat(MOST)}${separator}${HEX}`, `${separator}${'y'.repeat(MOST - shown - 1)}`);
      expect(words).toBe('y'.repeat(MOST - shown - 1));
    }
  });

  it('are none where one word is all that there is', () => expect(kept('z'.repeat(MOST + 1))).toBe(''));

  it('tear no letter apart between two chunks', () => {
    const words = new LastWords(MOST);
    for (const byte of Buffer.from('señal €')) words.take(Buffer.of(byte));
    expect(words.text).toBe('señal €');
  });
});
