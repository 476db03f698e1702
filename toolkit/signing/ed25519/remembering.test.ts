// What is remembered of a verification, and what is not taken for it.
import { expect, it } from 'vitest';
import { remembering } from './remembering.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

it('verifies once what it is asked twice, and anew any other message or signature', () => {
  const asked: string[] = [];
  const text = (data: Uint8Array): string => new TextDecoder().decode(data);
  const verifier = remembering({
    publicKey: bytes('key'),
    verify: (signature, message) => {
      asked.push(`${text(signature)} of ${text(message)}`);
      return text(signature) === text(message);
    },
  });
  const message = bytes('one');
  expect(verifier.verify(bytes('one'), message)).toBe(true);
  expect(verifier.verify(bytes('one'), bytes('one'))).toBe(true);
  expect(verifier.verify(bytes('one'), bytes('two'))).toBe(false);
  expect(verifier.verify(bytes('two'), bytes('one'))).toBe(false);
  message.set(bytes('two'));
  expect(verifier.verify(bytes('one'), message)).toBe(false);
  expect(asked).toEqual(['one of one', 'one of two', 'two of one']);
});

it('forgets the oldest of many', () => {
  let asked = 0;
  const verify = (): boolean => {
    asked += 1;
    return true;
  };
  const verifier = remembering({ publicKey: bytes('key'), verify });
  for (let number = 0; number < 1000; number += 1) verifier.verify(bytes(`${number}`), bytes('message'));
  verifier.verify(bytes('999'), bytes('message'));
  expect(asked).toBe(1000);
  verifier.verify(bytes('0'), bytes('message'));
  expect(asked).toBe(1001);
});
