// Which mistake of a verifier or reader explains its failures: the tests that it fails against those that each known wrong reader fails.
import type { JsonValue } from '../../payload/json.js';
import { SLIPS } from '../../signing/slips/slips.js';
import { ask } from '../ask.js';
import { judge } from '../judge.js';
import type { LoadedTest } from '../load.js';
import type { Operation } from '../operations.js';
import type { VectorOutcome } from '../report.js';
import { WRONG_READERS } from '../wrong-readers/index.js';
import type { WrongReader } from '../wrong-readers/wrong-reader.js';
import { type Candidate, cover, type Hypothesis } from './hypothesis.js';
import { ACCEPTING, ERROR_STEP, VALUE_STEPS, VERIFIER_STEPS, type VerifierStep } from './verifier-steps.js';

export interface JudgedAnswer {
  readonly loaded: LoadedTest;
  readonly outcome: VectorOutcome;
  readonly result: JsonValue;
}

/** The failures of one operation. */
export function explainReader(operation: Operation, answers: readonly JudgedAnswer[]): readonly Hypothesis[] {
  const failed = answers.filter(({ outcome }) => outcome.verdict === 'fail');
  const observed = new Set(failed);
  const passed = answers.filter(({ outcome }) => outcome.verdict === 'pass');
  const known = WRONG_READERS.filter(({ change }) => change[operation] !== undefined).flatMap((reader) =>
    candidateOf(reader, failed, passed),
  );
  return cover(observed, [...known, ...byStage(failed)]).flatMap(([{ id, sentence }, explained]) => {
    const own = failed.filter((answer) => explained.includes(answer));
    const [first] = own;
    if (first === undefined) return [];
    return [
      {
        id,
        sentence,
        operation,
        ...stepOf(first),
        missing: first.loaded.test.comment,
        explains: own.map(({ loaded }) => loaded.test.tcId),
      },
    ];
  });
}

/** Only who gives the same verdict where the program fails can be it. */
function candidateOf(
  reader: WrongReader,
  failed: readonly JudgedAnswer[],
  passed: readonly JudgedAnswer[],
): readonly Candidate<JudgedAnswer>[] {
  const explains = new Set(failed.filter((answer) => failsLike(reader, answer)));
  if (explains.size === 0) return [];
  const contradicted = passed.filter(({ loaded }) => fails(reader, loaded)).length;
  return [{ id: reader.id, sentence: reader.sentence, explains, contradicted, rank: 0 }];
}

function failsLike(reader: WrongReader, { loaded, outcome }: JudgedAnswer): boolean {
  const message = defectOf(reader, loaded)?.message;
  return message !== undefined && message === outcome.message;
}

const fails = (reader: WrongReader, loaded: LoadedTest): boolean => defectOf(reader, loaded) !== undefined;

function defectOf({ change }: WrongReader, { operation, context, test }: LoadedTest): ReturnType<typeof judge> {
  return judge(operation, context, test, ask(change, operation, test.input, context));
}

/** Where no known mistake fits: what was accepted by the stage of its fault, what was refused by the kind of test. */
function byStage(failed: readonly JudgedAnswer[]): readonly Candidate<JudgedAnswer>[] {
  const groups = new Map<string, JudgedAnswer[]>();
  for (const answer of failed) {
    const name = groupOf(answer);
    groups.set(name, [...(groups.get(name) ?? []), answer]);
  }
  return [...groups].map(([sentence, own]) => ({
    id: sentence.replace(/[^a-z]+/gi, '-'),
    sentence,
    explains: new Set(own),
    contradicted: 0,
    rank: 500,
  }));
}

function groupOf({ loaded: { test, operation }, outcome }: JudgedAnswer): string {
  if (outcome.message?.includes('code') === true || outcome.message?.includes('errorMessage') === true) {
    return 'names another error than the interface does';
  }
  if (test.result === 'invalid' && test.cause !== undefined)
    return `accepts what it should refuse: ${SLIPS[test.cause].sentence}`;
  const [flag = ''] = test.flags;
  return `${test.result === 'valid' ? 'refuses what is right' : 'accepts what is wrong'} (${operation}, ${flag})`;
}

function stepOf({ loaded: { test, operation }, outcome }: JudgedAnswer): VerifierStep {
  if (outcome.message?.includes('code') === true || outcome.message?.includes('errorMessage') === true)
    return ERROR_STEP;
  const value = VALUE_STEPS[operation];
  if (value !== undefined) return value;
  return test.cause === undefined ? ACCEPTING : VERIFIER_STEPS[SLIPS[test.cause].stage];
}
