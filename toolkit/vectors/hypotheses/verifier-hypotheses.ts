// Which mistake of a verifier or reader explains its failures: the tests that it fails against those that each known wrong reader fails.

import { grouped } from '../../base/grouped.js';
import { kept } from '../../base/kept.js';
import { STAGE_TITLES } from '../../doctor/render.js';
import type { JsonValue } from '../../payload/json.js';
import { isJsonObject } from '../../payload/json-kind.js';
import { SLIPS } from '../../signing/slips/slips.js';
import { ask } from '../ask.js';
import { judge } from '../judge.js';
import type { LoadedTest } from '../load.js';
import type { VectorTest } from '../model.js';
import type { Operation } from '../operations.js';
import type { VectorOutcome } from '../report.js';
import type { WrongReader } from '../wrong-readers/wrong-reader.js';
import { conditionsOf } from './conditions.js';
import { type Candidate, cover, type Hypothesis, type Tolerance } from './hypothesis.js';
import { ranged } from './ranged.js';
import { EXACT_READERS, READER_SUSPECTS } from './reader-suspects/index.js';
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
  const candidatesOf = (readers: readonly WrongReader[]): readonly Candidate<JudgedAnswer>[] =>
    readers
      .filter(({ change }) => change[operation] !== undefined)
      .flatMap((reader) => candidateOf(reader, failed, passed));
  const exact = candidatesOf(EXACT_READERS).filter(({ contradicted }) => contradicted === 0);
  const known = [...exact, ...ranged(candidatesOf(READER_SUSPECTS))];
  const groups = byStage(failed);
  const conditioned = ranged(byCondition(operation, failed, passed));
  const explainsAll = ({ explains, contradicted }: Candidate<JudgedAnswer>): boolean =>
    contradicted === 0 && explains.size === failed.length;
  // What all failures have in common says more than a mistake that leaves some of them open.
  const whole = known.some(explainsAll) ? undefined : conditioned.find(explainsAll);
  const candidates = whole === undefined ? [...known, ...conditioned, ...groups] : [whole];
  const chosen = cover(observed, candidates, NEAR);
  return folded(chosen).flatMap(([candidate, explained]) => {
    const own = failed.filter((answer) => explained.includes(answer));
    const [first] = own;
    if (first === undefined) return [];
    const { id, sentence } = candidate;
    return [
      {
        id,
        // Where nothing better is known, the cases themselves say what was accepted or refused.
        sentence: groups.includes(candidate) ? `${sentence} (${examplesOf(own)})` : sentence,
        operation,
        ...stepOf(first),
        missing: first.loaded.test.comment,
        explains: own.map(({ loaded }) => loaded.test.tcId),
      },
    ];
  });
}

/** A verifier that does nearly the same is told rather than none: one and the same mistake is made in many ways. */
const NEAR: Tolerance = { mostContradicted: 1 / 3, penalty: 1 };

type Explained = readonly [candidate: Candidate<JudgedAnswer>, own: readonly JudgedAnswer[]];

/** What is left of a duty that a mistake breaks nearly whole is most likely of the same mistake. */
function folded(chosen: readonly Explained[]): readonly Explained[] {
  const kept: Explained[] = [];
  for (const [candidate, own] of chosen) {
    const duties = new Set(own.map(dutyOf));
    const main = kept.findIndex(
      ([, more]) =>
        more.length >= NEARLY_WHOLE * own.length &&
        [...duties].every((duty) => more.some((one) => dutyOf(one) === duty)),
    );
    const owner = kept[main];
    if (owner === undefined) kept.push([candidate, own]);
    else kept[main] = [owner[0], [...owner[1], ...own]];
  }
  return kept;
}

/** Times as many failures as the rest. */
const NEARLY_WHOLE = 3;

/** Only who gives the same verdict where the program fails can be it. */
function candidateOf(
  reader: WrongReader,
  failed: readonly JudgedAnswer[],
  passed: readonly JudgedAnswer[],
): readonly Candidate<JudgedAnswer>[] {
  const alike = failed.filter((answer) => failsLike(reader, answer));
  if (alike.length === 0) return [];
  const explains = new Set([...alike, ...failed.filter((answer) => refusesEarlier(reader, answer))]);
  let contradicted = 0;
  const most = NEAR.mostContradicted * explains.size;
  // Which error comes first is open; it tells only of who errs in errors.
  const isOfErrors = alike.some(({ outcome }) => isError(outcome));
  for (const { loaded } of passed) {
    const defect = defectOf(reader, loaded);
    contradicted += defect !== undefined && (isOfErrors || !isError(defect)) ? 1 : 0;
    if (contradicted > most) return [];
  }
  return [{ id: reader.id, sentence: reader.sentence, explains, contradicted, weight: 1 }];
}

function failsLike(reader: WrongReader, { loaded, outcome, result }: JudgedAnswer): boolean {
  const message = defectOf(reader, loaded)?.message;
  if (message === undefined || message !== outcome.message) return false;
  // That a code is wrong says nothing of which was given.
  return !/^"code"/.test(message) || codeOf(answerOf(reader, loaded)) === codeOf(result);
}

/** Who refuses a right request refuses a wrong one for the same reason, before he comes to what the error is due to. */
function refusesEarlier(reader: WrongReader, answer: JudgedAnswer): boolean {
  if (!isError(answer.outcome)) return false;
  const given = answerOf(reader, answer.loaded);
  return isJsonObject(given) && given['valid'] === false && given['code'] === undefined;
}

const codeOf = (result: JsonValue): JsonValue | undefined => (isJsonObject(result) ? result['code'] : undefined);

interface Judged {
  readonly answer: JsonValue;
  readonly defect: ReturnType<typeof judge>;
}

/** What known wrong readers make of a test never changes, and is asked for again with each failure. */
const judgedOf = new WeakMap<VectorTest, Map<WrongReader, Judged>>();

function judgedBy(reader: WrongReader, { operation, context, test }: LoadedTest): Judged {
  const byReader = kept(judgedOf, test, () => new Map<WrongReader, Judged>());
  return kept(byReader, reader, () => {
    const answer = ask(reader.change, operation, test.input, context);
    return { answer, defect: judge(operation, context, test, answer) };
  });
}

const answerOf = (reader: WrongReader, loaded: LoadedTest): JsonValue => judgedBy(reader, loaded).answer;
const defectOf = (reader: WrongReader, loaded: LoadedTest): Judged['defect'] => judgedBy(reader, loaded).defect;

/** Where no known mistake fits: what was accepted by the stage of its fault, what was refused by the kind of test. */
function byStage(failed: readonly JudgedAnswer[]): readonly Candidate<JudgedAnswer>[] {
  const groups = new Map<string, JudgedAnswer[]>();
  for (const answer of failed) {
    const name = groupOf(answer);
    groups.set(name, [...(groups.get(name) ?? []), answer]);
  }
  return [...groups].map(([group, own]) => ({
    id: group.replace(/[^a-z]+/gi, '-'),
    sentence: group,
    explains: new Set(own),
    contradicted: 0,
    weight: 0.5,
  }));
}

/** A condition that the failures share says more than a list of them, and less than a known mistake. */
const CONDITIONED = 0.75;
/** A few tests have much in common by chance. */
const FEWEST_ALIKE = 3;

/** What of a duty fails under a condition, and under that alone. */
function byCondition(
  operation: Operation,
  failed: readonly JudgedAnswer[],
  passed: readonly JudgedAnswer[],
): readonly Candidate<JudgedAnswer>[] {
  const judged = failed.filter(({ outcome }) => !isError(outcome));
  const errors = failed.filter(({ outcome }) => isError(outcome));
  const conditions = conditionsOf(operation);
  return [...grouped(judged, sideOf)].flatMap(([side, own]) => {
    const right = passed.filter((answer) => sideOf(answer) === side);
    return conditions.flatMap(({ phrase, holds }): readonly Candidate<JudgedAnswer>[] => {
      const explains = own.filter(({ loaded }) => holds(loaded.test.input));
      // Who refuses for this reason does so before he comes to another error that is due.
      const earlier = side === '' ? errors.filter(({ loaded }) => holds(loaded.test.input)) : [];
      const isTold =
        explains.length >= FEWEST_ALIKE && right.length > 0 && right.every(({ loaded }) => !holds(loaded.test.input));
      if (!isTold) return [];
      const sentence = side === '' ? `refuses ${phrase}` : `does not judge the ${side} of ${phrase}`;
      return [
        {
          id: sentence.replace(/[^a-z0-9]+/gi, '-'),
          sentence,
          explains: new Set([...explains, ...earlier]),
          contradicted: 0,
          weight: CONDITIONED,
        },
      ];
    });
  });
}

/** What a verdict is about: nothing where a right input was refused, the duty of a wrong one. */
function sideOf(answer: JudgedAnswer): string {
  const { test } = answer.loaded;
  if (test.result === 'valid') return '';
  return test.cause === undefined ? 'form' : dutyOf({ ...answer, outcome: { ...answer.outcome, message: '' } });
}

/** What is named of a group before the others are counted. */
const MOST_EXAMPLES = 3;

function examplesOf(own: readonly JudgedAnswer[]): string {
  const comments = [...new Set(own.map(({ loaded }) => loaded.test.comment))];
  const named = comments.slice(0, MOST_EXAMPLES).join('; ');
  const more = comments.length - MOST_EXAMPLES;
  return more > 0 ? `${named}; and ${more} more like these` : named;
}

const groupOf = (answer: JudgedAnswer): string => {
  const { test, operation } = answer.loaded;
  const duty = dutyOf(answer);
  if (duty === 'error') return errorOf(answer);
  if (test.cause !== undefined) return `accepts requests that are wrong in this: ${duty}`;
  return test.result === 'valid' ? 'refuses what is right' : `accepts what is no right value for ${operation}`;
};

/** Which error stands in the place of which. */
function errorOf({ loaded: { test }, result, outcome: { message = '' } }: JudgedAnswer): string {
  const due = test.expected['code'] ?? (test.expected['codes'] as readonly number[] | undefined)?.[0]; // the schema states it
  const given = codeOf(result);
  if (/^"errorMessage"/.test(message)) return 'gives the code of an error another name than the interface does';
  const isKnown = typeof due === 'number' && (typeof given === 'number' || typeof given === 'string');
  return isKnown ? `answers ${given} where ${due} is due` : 'names another error than the interface does';
}

/** What a verifier owes where it failed; signature and its encoding are one. */
function dutyOf({ loaded: { test }, outcome }: JudgedAnswer): string {
  if (isError(outcome)) return 'error';
  if (test.cause === undefined) return test.flags[0] ?? '';
  const { stage } = SLIPS[test.cause];
  return STAGE_TITLES[stage === 'signature-encoding' ? 'signature' : stage];
}

const isError = ({ message = '' }: { readonly message?: string }): boolean => /^"(?:code|errorMessage)"/.test(message);

function stepOf({ loaded: { test, operation }, outcome }: JudgedAnswer): VerifierStep {
  if (outcome.message?.includes('code') === true || outcome.message?.includes('errorMessage') === true) {
    return ERROR_STEP;
  }
  const value = VALUE_STEPS[operation];
  if (value !== undefined) return value;
  return test.cause === undefined ? ACCEPTING : VERIFIER_STEPS[SLIPS[test.cause].stage];
}
