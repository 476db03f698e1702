// A signed path whose letters are in another character set than the sent ones, or were read in one that they were not written in
// (interface 5.2). Compared part by part: the names and marks around a letter are ASCII in all of them.

import { latin1Of } from '../../signing/latin1.js';
import type { SlipId } from '../../signing/slips/slips.js';
import { utf8Bytes } from '../capture/capture.js';
import { inCharsets, misread } from './charset-mistakes.js';

export interface PathCharset {
  readonly cause: SlipId;
  readonly how: string;
}

/** Undefined where no character set leads from one to the other. */
export function pathCharset(signed: string, sent: string): PathCharset | undefined {
  const [a, b] = [signed, sent].map((path) => path.split(/([/?&=])/).map(bytesOf));
  if (a === undefined || b === undefined || a.length !== b.length) return undefined;
  const pairs = a.flatMap((part, at) => {
    const other = b[at] ?? '';
    return part === other ? [] : [[part, other] as const];
  });
  const [first] = pairs;
  if (first === undefined) return undefined;
  const relation = relationOf(first);
  return relation !== undefined && pairs.every((pair) => relationsOf(pair).some(({ how }) => how === relation.how))
    ? relation
    : undefined;
}

/** Percent-encoding undone: bytes, as characters that have their numbers. */
function bytesOf(part: string): string {
  return latin1Of(utf8Bytes(part)).replace(/%([0-9a-fA-F]{2})/g, (_one, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

const relationOf = (pair: readonly [signed: string, sent: string]): PathCharset | undefined => relationsOf(pair)[0];

function relationsOf([signed, sent]: readonly [signed: string, sent: string]): readonly PathCharset[] {
  const relations = [
    ...between(signed, sent, 'the signed path', 'the sent one'),
    ...between(sent, signed, 'the sent path', 'the signed one'),
  ];
  // Whatever was read wrongly once is in another character set as well, seen from the other side.
  return relations.sort((a, b) => Number(b.cause === 'path-mojibake') - Number(a.cause === 'path-mojibake'));
}

function* between(changed: string, plain: string, where: string, other: string): Generator<PathCharset> {
  const text = utf8Of(plain);
  if (text === undefined) return;
  for (const [name, read] of misread(text)) {
    const how = `${where} has the UTF-8 bytes of ${other} taken for ${name}`;
    if (latin1Of(utf8Bytes(read)) === changed) yield { cause: 'path-mojibake', how };
  }
  for (const [name, bytes] of inCharsets(text)) {
    if (latin1Of(bytes) === changed) yield { cause: 'path-latin-1', how: `${where} is in ${name}, ${other} in UTF-8` };
  }
}

function utf8Of(bytes: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
