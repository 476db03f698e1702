import { describe, expect, it } from 'vitest';
import { bytesFor, privateKeyFor } from './known-bytes.test.aid.js';
import { createRedactor } from './redaction.js';

const signature = bytesFor('a signature');
const privateKey = privateKeyFor('a key');
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const der = privateKey.export({ type: 'pkcs8', format: 'der' });
const seed = der.subarray(-32);

/** The common ways in which bytes are written. */
function spellings(bytes: Buffer): Readonly<Record<string, string>> {
  const base64 = bytes.toString('base64');
  const hex = bytes.toString('hex');
  const escaped = (text: string, fits: RegExp): string =>
    text.replace(fits, (one) => `\\u00${one.charCodeAt(0).toString(16)}`);
  return {
    base64url: bytes.toString('base64url'),
    base64,
    'base64 without padding': base64.replace(/=+$/, ''),
    hexadecimal: hex,
    'upper case': hex.toUpperCase(),
    'with colons': hex.replace(/..(?=.)/g, '$&:'),
    'in an address': encodeURIComponent(base64),
    'in JSON with slashes escaped': base64.replaceAll('/', '\\/'),
    'in JSON with what is no letter escaped': escaped(base64, /[+/=]/g),
    'in JSON with everything escaped': escaped(base64, /[\s\S]/g),
    'in JSON in JSON': JSON.stringify(JSON.stringify({ a: base64.replaceAll('/', '\\/') })),
    'in lines of 64': base64.replace(/.{64}/g, '$&\n'),
    'in lines of 20, in JSON': JSON.stringify(base64.replace(/.{20}/g, '$&\r\n')),
    'within more of the same alphabet': `AAAA${bytes.toString('base64url')}BBBB`,
  };
}

/** Bytes in quotes: letters and digits as they are, the rest escaped. */
function quoted(how: 'x' | 'octal' | 'percent'): string {
  const escaped = (byte: number): string => {
    const hex = byte.toString(16).padStart(2, '0');
    return { x: `\\x${hex}`, octal: `\\${byte.toString(8).padStart(3, '0')}`, percent: `%${hex}` }[how];
  };
  return [...seed].map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : escaped(byte))).join('');
}

/** By counting, since a library would be one more: what these spellings are is said by their numbers. */
function digitsOf(value: bigint, alphabet: string): string {
  const base = BigInt(alphabet.length);
  return value === 0n ? '' : digitsOf(value / base, alphabet) + (alphabet[Number(value % base)] ?? '');
}
const numberOf = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);
const inBase58 = (bytes: Buffer): string =>
  digitsOf(numberOf(bytes), '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz');
/** Four bits of nothing fill the last of 52 digits. */
const inBase32 = (bytes: Buffer): string =>
  digitsOf(numberOf(bytes) << 4n, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567').padStart(52, 'A');
const isPlain = (byte: number): boolean => /[A-Za-z0-9 ,.;:_-]/.test(String.fromCharCode(byte));

/** Three bits of nothing fill the last of 103 digits. */
const signatureInBase32 = digitsOf(numberOf(signature) << 3n, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567').padStart(103, 'A');
const backwards = (text: string): string => [...text].reverse().join('');

/** Without everything that could stand between. */
const bare = (text: string): string => text.replace(/[^A-Za-z0-9]/g, '');

describe('secrets known by their value', () => {
  it.each(Object.entries(spellings(signature)))('a signature goes that was sent: %s', (_how, text) => {
    const redactor = createRedactor();
    redactor.learnSignature(signature.toString('base64url'));
    for (const prefix of ['', 'x', 'yy', 'you sent: ', '{"sent":"']) {
      const clean = redactor.redact(`${prefix}${text}`);
      expect(clean).toMatch(/\[signature of \d+ characters/);
      expect(bare(clean)).not.toContain(bare(text).slice(8, 40));
      expect(redactor.redact(clean)).toBe(clean);
    }
    expect(redactor.examine(text).heldSignature).toBe(true);
  });

  it.each([
    ['decimal', signature.join(',')],
    ['as Node prints it', signature.toString('hex').replace(/../g, '$& ')],
    ['as .NET prints it', signature.toString('hex').toUpperCase().match(/../g)?.join('-') ?? ''],
    ['as JSON has an array of bytes', JSON.stringify(new Uint8Array(signature))],
    ['signed, in lines', new Int8Array(signature).join(',\n')],
    ['hexadecimal with its sign', [...signature].map((byte) => `0x${byte.toString(16)}`).join(', ')],
    ['in groups of eight digits, in JSON', JSON.stringify(signature.toString('hex').replace(/.{8}/g, '$&\n'))],
    ['within more bytes', `7,${signature.join(',')},7`],
    ['its text in hexadecimal', Buffer.from(signature.toString('base64url')).toString('hex')],
    ['base32', signatureInBase32],
    ['base32 in small letters', signatureInBase32.toLowerCase()],
    ['base58', inBase58(signature)],
    ['backwards', backwards(signature.toString('base64url'))],
    ['base64 backwards', backwards(signature.toString('base64'))],
    ['hexadecimal backwards', backwards(signature.toString('hex'))],
    ['base32 backwards', backwards(signatureInBase32)],
    ['base58 backwards', backwards(inBase58(signature))],
    ['base32 in lines', signatureInBase32.replace(/.{40}/g, '$&\n')],
  ])('a signature goes that was sent, byte by byte: %s', (_how, text) => {
    const redactor = createRedactor();
    for (let n = 0; n < 100; n += 1) redactor.learnSignature(bytesFor(`number ${n}`).toString('base64url'));
    redactor.learnSignature(signature.toString('base64url'));
    const clean = redactor.redact(`you sent ${text}.`);
    expect(clean).toContain('[signature');
    expect(bare(clean)).not.toContain(bare(text).slice(8, 40));
    expect(redactor.examine(text).heldSignature).toBe(true);
    const other = bytesFor('another').join(', ');
    expect(redactor.redact(other)).toBe(other);
  });

  it.each(Object.entries(spellings(seed)))('a key goes that is held: %s', (_how, text) => {
    for (const form of [
      pem,
      seed.toString('hex'),
      seed.toString('base64url'),
      JSON.stringify(privateKey.export({ format: 'jwk' })),
    ]) {
      const redactor = createRedactor([form]);
      const clean = redactor.redact(`you hold ${text}.`);
      expect(bare(clean)).not.toContain(bare(text).slice(8, 40));
      expect(redactor.examine(text).heldNamedSecret).toBe(true);
    }
  });

  it.each([
    ['decimal', seed.join(',')],
    ['with blanks', `Uint8Array(32) {\n  ${seed.join(', ')}\n}`],
    ['signed', new Int8Array(seed).join(', ')],
    ['as Go prints it', `[${seed.join(' ')}]`],
    ['as .NET prints it', seed.toString('hex').toUpperCase().match(/../g)?.join('-') ?? ''],
    ['between dots', seed.toString('hex').match(/../g)?.join('.') ?? ''],
    ['as JSON has an array of bytes', JSON.stringify(new Uint8Array(seed))],
    ['as JSON has an array of bytes, in JSON', JSON.stringify(JSON.stringify(new Uint8Array(seed)))],
    ['in lines, in JSON', JSON.stringify({ seen: [...seed].join(',\n') })],
    ['hexadecimal with blanks', seed.toString('hex').replace(/../g, '$& ')],
    ['hexadecimal with its sign', [...seed].map((byte) => `0x${byte.toString(16)}`).join(', ')],
    ['within more bytes', der.join(',')],
    ['in groups of four digits', seed.toString('hex').replace(/.{4}(?=.)/g, '$& ')],
    ['in groups of sixteen, in JSON', JSON.stringify(seed.toString('hex').replace(/.{16}/g, '$&\n'))],
    ['in quotes as Python writes it', `b'${quoted('x')}'`],
    ['in quotes, in JSON', JSON.stringify(quoted('x'))],
    ['in quotes, in JSON in JSON', JSON.stringify(JSON.stringify(quoted('x')))],
    ['in quotes as a shell writes it', `$'${quoted('octal')}'`],
    ['as a string of characters', seed.toString('latin1')],
    ['as a string of characters, in JSON', JSON.stringify(seed.toString('latin1'))],
    ['with all but letters and digits escaped for an address', quoted('percent')],
    ['in base32', inBase32(seed)],
    ['in base32, small and padded', `${inBase32(seed).toLowerCase()}====`],
    ['in base58', inBase58(seed)],
    ['backwards in base64', [...seed.toString('base64url')].reverse().join('')],
    ['backwards in hexadecimal', [...seed.toString('hex')].reverse().join('')],
    [
      'in capital hexadecimal with colons',
      seed
        .toString('hex')
        .toUpperCase()
        .replace(/..(?=.)/g, '$&:'),
    ],
    ['split by an escaped line end, in JSON', JSON.stringify(seed.toString('base64').replace(/.{20}/, '$&\n'))],
  ])('a key goes that is written as a list of bytes: %s', (_how, text) => {
    const redactor = createRedactor([pem]);
    const clean = redactor.redact(`you hold ${text}.`);
    expect(clean).toContain('[redacted private key]');
    expect(clean.length).toBeLessThan(60);
    expect(redactor.examine(text).heldNamedSecret).toBe(true);
    const others = [...bytesFor('others')].join(', ');
    expect(redactor.redact(others)).toBe(others);
  });

  it.each([
    ['PEM', pem],
    ['PEM in JSON', JSON.stringify({ pem })],
    ['its body alone', der.toString('base64')],
    ['its body without the head of its kind', der.toString('base64').slice(22)],
    ['PKCS#8 in hexadecimal', der.toString('hex')],
    ['behind a byte', Buffer.concat([Buffer.of(0xa7), seed]).toString('base64')],
    [
      'behind two bytes',
      Buffer.concat([Buffer.of(0xa7, 0x1c), seed, bytesFor('behind').subarray(55)]).toString('base64url'),
    ],
    ['seed and public key together', Buffer.concat([seed, bytesFor('behind').subarray(32)]).toString('base64')],
  ])('a key goes as %s', (_how, text) => {
    const clean = createRedactor([seed.toString('hex')]).redact(text);
    expect(bare(clean)).not.toContain(bare(seed.toString('base64')).slice(4, 30));
    expect(clean).not.toContain(seed.toString('hex'));
  });

  it('leaves alone what it does not know, and its replacements are safe inside JSON', () => {
    const redactor = createRedactor([pem]);
    redactor.learnSignature(signature.toString('base64url'));
    const other = JSON.stringify({
      sign: bytesFor('one more').toString('base64'),
      id: '9c98c444-ee95-46ea-81a1-b2e197abda1e',
    });
    expect(redactor.redact(other)).toBe(other);
    const echo = JSON.stringify({ error: { sent: signature.toString('base64'), all: [signature.toString('hex')] } });
    expect(JSON.parse(redactor.redact(echo))).toMatchObject({ error: { sent: expect.stringMatching(/^\[signature/) } });
  });

  it('keeps different signatures of hundreds apart, each with its ends', () => {
    const redactor = createRedactor();
    const all = Array.from({ length: 500 }, (_, n) => bytesFor(`number ${n}`).toString('base64url'));
    for (const one of all) redactor.learnSignature(one);
    expect(redactor.redact(all.join(' ')).split('] ')).toHaveLength(500);
    expect(redactor.redact(all[7] ?? '')).toBe(
      `[signature of 86 characters: ${all[7]?.slice(0, 6)}...${all[7]?.slice(-2)}]`,
    );
  });

  it('is linear in hostile text', () => {
    const redactor = createRedactor([pem]);
    for (let n = 0; n < 1_000; n += 1) redactor.learnSignature(bytesFor(`number ${n}`).toString('base64url'));
    const quotedKey = quoted('x');
    const ends = [
      '%4',
      '%41',
      '%91',
      '\\u004',
      '\\u0041',
      '\\x9',
      '\\x91',
      '\\x5cx',
      '\\u{',
      '&#',
      'ab12 ',
      '00,',
      '9',
      'b,',
      'ab-',
      '"1":2,',
    ];
    for (const part of ['\\', 'A', ...ends, 'a:', '=', 'a\n', '-----BEGIN PRIVATE KEY-----', quotedKey]) {
      const text = part.repeat(500_000 / part.length);
      const from = process.cpuUsage().user;
      redactor.redact(text);
      expect((process.cpuUsage().user - from) / 1_000).toBeLessThan(1_500);
    }
  }, 60_000);
});

describe('what a text was cut off in', () => {
  const sent = signature.toString('base64url');
  const redactor = createRedactor([pem]);
  redactor.learnSignature(sent);

  it.each([40, 57, 84])('is taken out of %i characters of a signature', (length) => {
    const part = sent.slice(0, length);
    const clean = redactor.redact(JSON.stringify({ actual: `{"message":"${part}` }));
    expect(clean).not.toContain(part.slice(6, -2));
    expect(JSON.parse(clean)).toMatchObject({ actual: expect.stringContaining(`[signature of ${length} characters`) });
  });

  it('is taken out of a key', () => {
    const part = seed.toString('hex').slice(0, 44);
    expect(redactor.redact(`{"seed":"${part}...`)).toBe('{"seed":"[redacted private key]...');
  });

  it('leaves what only begins as a signature of few different characters does', () => {
    const zeros = createRedactor();
    zeros.learnSignature('A'.repeat(86));
    const text = `{"client_request_id":"${'A'.repeat(60)}"}`;
    expect(zeros.redact(text)).toBe(text);
  });
});
