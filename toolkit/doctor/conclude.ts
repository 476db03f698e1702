// From the judgement of each stage to the diagnosis that is shown: in order, the first real cause first, nothing private in it.
import { createRedactor } from '../journal/redaction.js';
import { SIGNING_STAGES, SLIPS } from '../signing/slips/slips.js';
import { unknown } from '../signing/stage-result.js';
import { type DiagnosedStage, type Diagnosis, firstNamed } from './diagnosis.js';
import type { Judged } from './judged.js';
import { isOpenMatter } from './open-matters.js';
import { withSameMistakes } from './same-mistake.js';

/** Where a member stands twice, its stage is not judged: the other value may be the one that counts. */
export function withoutDoubled(doubled: readonly string[], judged: readonly Judged[]): readonly Judged[] {
  const stages = new Set(doubled.map((name) => name.replaceAll('_', '-')));
  return inOrder(judged).map((one) =>
    one.result.state === 'broken' && stages.has(one.result.stage)
      ? { result: unknown(one.result.stage), note: 'not judged: the member stands in the payload twice' }
      : one,
  );
}

/** One entry per stage; a defect of a member's type, found while its value was judged, belongs to the payload. */
function inOrder(judged: readonly Judged[]): readonly Judged[] {
  return SIGNING_STAGES.map((stage) => {
    const own = judged.filter(({ result }) => result.stage === stage);
    const defects = own.filter(({ result }) => result.state === 'broken');
    return defects.find(({ result }) => !isOpenMatter(result)) ?? defects[0] ?? own[0] ?? { result: unknown(stage) };
  });
}

interface Showing {
  readonly notes: readonly string[];
  readonly isTimeless: boolean;
  /** Where a private key was found, nothing of the capture is quoted. */
  readonly isSilent: boolean;
  readonly mask: (text: string) => string;
  readonly secrets: readonly string[];
}

export function conclude(
  judged: readonly Judged[],
  verifications: number,
  skewMs: number | undefined,
  { notes, isTimeless, isSilent, mask, secrets }: Showing,
): Diagnosis {
  const { redact } = createRedactor(secrets);
  const stages = withSameMistakes(judged).map((one) => diagnosed(one, (text) => redact(mask(text)), isSilent));
  const first = firstNamed({ stages });
  const isWhole = stages.every(({ stage, state }) => state === 'ok' || stage === 'access');
  return {
    verdict: stages.some(({ state }) => state === 'broken') ? 'broken' : isWhole ? 'correct' : 'undecided',
    stages,
    ...(first?.cause === undefined ? {} : { cause: first.cause }),
    ...(isTimeless ? { isTimeless } : {}),
    ...(skewMs === undefined ? {} : { skewMs }),
    verifications,
    notes: notes.map((note) => redact(mask(note))),
  };
}

function diagnosed(
  { result, compared, note, also, how, sameAs, isOpen }: Judged,
  redact: (text: string) => string,
  isSilent: boolean,
): DiagnosedStage {
  const cause = result.cause === undefined ? undefined : SLIPS[result.cause];
  const isQuoted = !isSilent || result.cause === 'private-key-sent';
  return {
    stage: result.stage,
    state: result.state === 'broken' && (isOpen === true || isOpenMatter(result)) ? 'open' : result.state,
    ...(result.cause === undefined || cause === undefined
      ? {}
      : { cause: result.cause, section: cause.section, sentence: cause.sentence, fix: cause.fix }),
    ...(result.expected === undefined || !isQuoted ? {} : { expected: redact(result.expected) }),
    ...(result.actual === undefined || !isQuoted ? {} : { actual: redact(result.actual) }),
    ...(compared === undefined || !isQuoted
      ? {}
      : { compared: { ...compared, expected: redact(compared.expected), actual: redact(compared.actual) } }),
    ...(note === undefined ? {} : { note: redact(note) }),
    ...(how === undefined ? {} : { how: redact(how) }),
    ...(sameAs === undefined ? {} : { sameAs }),
    ...(also === undefined ? {} : { also: { cause: also, sentence: SLIPS[also].sentence, fix: SLIPS[also].fix } }),
  };
}
