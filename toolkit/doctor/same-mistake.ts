// One mistake that shows at several stages, such as one encoder for SVC-SIGN and body_hash, or one character set for path and body: told
// once, at the first of them; the others say only that it is the same.
import type { SigningStage, SlipId } from '../signing/slips/slips.js';
import type { Judged } from './judged.js';

/** Stages whose values one function of a client may make. */
const BY_ENCODER: readonly SigningStage[] = [
  'data-encoding',
  'payload',
  'body-hash',
  'signature-encoding',
  'signature',
];
const BY_WRITER: readonly SigningStage[] = ['path', 'body-hash'];

/** Causes that are one mistake though their names are not; all others share the word behind the name of their value. */
const WORDS: Readonly<Partial<Record<SlipId, string>>> = {
  'body-hash-charset': 'latin-1',
  'signature-reversed': 'reversed',
};

/** Each later stage of a mistake with the first that has it. */
export function withSameMistakes(stages: readonly Judged[]): readonly Judged[] {
  return stages.map((one, at) => {
    const first = stages.slice(0, at).find((before) => isSame(before, one));
    return first === undefined ? one : { ...one, sameAs: first.result.stage };
  });
}

function isSame(a: Judged, b: Judged): boolean {
  if (a.result.state !== 'broken' || b.result.state !== 'broken') return false;
  const places = [a.result.stage, b.result.stage];
  const isNear = [BY_ENCODER, BY_WRITER].some((stages) => places.every((stage) => stages.includes(stage)));
  if (!isNear) return false;
  const [one, other] = [wordOf(a), wordOf(b)];
  return one === other ? one !== '' : isPlainBase64(one) && isPlainBase64(other) && haveOneAlphabet(a, b);
}

function wordOf({ result: { cause }, encoder }: Judged): string {
  if (cause === undefined) return '';
  return encoder ?? WORDS[cause] ?? /^(?:data|sign|body-hash|path)-(.*)$/.exec(cause)?.[1] ?? '';
}

/** Padding is what shows of standard base64 where no mark of its alphabet happens to stand in the text. */
const isPlainBase64 = (word: string): boolean => word === 'padded' || word === 'standard-alphabet';

function haveOneAlphabet(a: Judged, b: Judged): boolean {
  const both = `${a.result.actual ?? ''}${b.result.actual ?? ''}`;
  return !(/[+/]/.test(both) && /[-_]/.test(both));
}
