// Signatures that come back split, or in an encoding of an encoding, and JSON that stays whole when they are taken out of it.
import { describe, expect, it } from 'vitest';
import { bytesFor } from './known-bytes.test.aid.js';
import { createRedactor } from './redaction.js';

const signature = bytesFor('a signature');

/** Without everything that could stand between. */
const bare = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '');

describe('a signature that was sent', () => {
  const sent = signature.toString('base64url');
  const split = (text: string, by: string): string => [...text].join(by);
  const inBytes = (text: string, spell: (byte: number) => string): string => [...Buffer.from(text)].map(spell).join('');
  const inBase64 = (text: string): string => Buffer.from(text).toString('base64');
  const hexOf = (text: string): string => Buffer.from(text).toString('hex');
  it.each([
    ['with blanks between its characters', split(sent, ' ')],
    ['with line ends', split(sent, '\r\n')],
    ['with its own signs', split(sent, '-')],
    ['with soft hyphens', split(sent, '\u00ad')],
    ['with blanks of no width', split(sent, '\u200b')],
    ['with entities of HTML', split(sent, '&shy;')],
    ['with tags', split(sent, '<wbr>')],
    ['in groups of five', sent.replace(/.{5}/g, '$&. ')],
    ['letter by letter in an array', JSON.stringify([...sent])],
    ['its hexadecimal, split', split(signature.toString('hex'), ' ')],
    ['backwards, split', split([...sent].reverse().join(''), ' ')],
    ['base64 of its text', inBase64(sent)],
    ['base64 of its text behind another', inBase64(`x${sent}`)],
    ['base64 of its text, split', split(inBase64(sent), ' ')],
    ['base64 of its hexadecimal', inBase64(signature.toString('hex'))],
    ['hexadecimal of its hexadecimal', hexOf(signature.toString('hex'))],
    ['base64 of base64 of base64', inBase64(inBase64(signature.toString('base64')))],
    ['base64 of JSON', inBase64(JSON.stringify({ at: 1, sent }))],
    ['base64 of a list of bytes', inBase64(JSON.stringify([...signature]))],
    ['the numbers of its characters', [...Buffer.from(sent)].join(', ')],
    ['its characters as C writes them', inBytes(sent, (byte) => `\\x${byte.toString(16)}`)],
    ['its characters in octal', inBytes(sent, (byte) => `\\${byte.toString(8).padStart(3, '0')}`)],
    ['its characters as HTML writes them', inBytes(sent, (byte) => `&#${byte};`)],
    ['for an address, twice', inBytes(sent, (byte) => `%25${byte.toString(16)}`)],
    ['quoted-printable', inBytes(sent, (byte) => `=${byte.toString(16).toUpperCase()}`)],
  ])('goes, split or encoded again: %s', (_how, text) => {
    const redactor = createRedactor();
    redactor.learnSignature(sent);
    for (const form of [`you sent ${text}.`, JSON.stringify({ raw: text, n: 1 })]) {
      const clean = redactor.redact(form);
      expect(redactor.examine(form).heldSignature).toBe(true);
      expect(bare(clean)).not.toContain(bare(text).slice(12, 40));
      expect(redactor.redact(clean)).toBe(clean);
      if (form.startsWith('{')) expect(JSON.parse(clean)).toMatchObject({ n: 1 });
    }
  });

  it.each([
    ['an array of bytes', `[${[...signature].join(',')}]`],
    ['members', JSON.stringify(Object.assign({}, [...signature]))],
    ['letters and digits', JSON.stringify([...sent].map((one) => (/\d/.test(one) ? Number(one) : one)))],
    ['arrays of letters', JSON.stringify([[...sent].slice(0, 40), [...sent].slice(40)])],
    ['a text of JSON', JSON.stringify(JSON.stringify({ a: [...signature] }))],
  ])('what stands in its place leaves the JSON whole: %s', (_how, value) => {
    const redactor = createRedactor();
    redactor.learnSignature(sent);
    const { text, heldSignature } = redactor.examine(`{"a":1,"sent":${value},"z":2}`);
    expect(heldSignature).toBe(true);
    const read = JSON.parse(text) as { readonly sent: unknown };
    expect(read).toMatchObject({ a: 1, z: 2 });
    if (typeof read.sent === 'string') expect(JSON.parse(read.sent)).toBeDefined();
  });

  it('leaves numbers of lists alone where what was sent has hardly any characters', () => {
    const redactor = createRedactor();
    redactor.learnSignature('A'.repeat(86));
    const zeros = JSON.stringify(Array.from({ length: 200 }, () => 0));
    expect(redactor.redact(zeros)).toBe(zeros);
  });
});
