// Ways to change one file of a report, for the tamperings. Each throws when it would change nothing.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Link } from './verification-links.js';

export type Tampering = readonly [
  what: string,
  link: Link,
  message: RegExp,
  change: (dir: string) => void | Promise<void>,
];

export const text = (dir: string, name: string): string => readFileSync(join(dir, name), 'utf8');
export const edit =
  (name: string, change: (text: string) => string) =>
  (dir: string): void => {
    const before = text(dir, name);
    const after = change(before);
    if (after === before) throw new Error(`the tampering changes nothing in ${name}`);
    writeFileSync(join(dir, name), after);
  };
export const lineOf = (dir: string, index: number): string =>
  text(dir, 'certificate.intoto.jsonl').split('\n')[index] ?? '';
export const withEnvelope =
  (index: number, change: (envelope: Record<string, unknown>) => unknown) =>
  (dir: string): void => {
    const lines = text(dir, 'certificate.intoto.jsonl').split('\n');
    lines[index] = JSON.stringify(change(JSON.parse(lines[index] ?? '')));
    writeFileSync(join(dir, 'certificate.intoto.jsonl'), lines.join('\n'));
  };
export const withPayload = (index: number, change: (statement: string) => string): ((dir: string) => void) =>
  withEnvelope(index, (envelope) => {
    const before = Buffer.from(String(envelope['payload']), 'base64').toString();
    const after = change(before);
    if (after === before) throw new Error('the tampering changes nothing in the payload');
    return { ...envelope, payload: Buffer.from(after).toString('base64') };
  });
export const flipByte =
  (name: string) =>
  (dir: string): void => {
    const bytes = readFileSync(join(dir, name));
    const middle = Math.floor(bytes.length / 2);
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    writeFileSync(join(dir, name), bytes);
  };
