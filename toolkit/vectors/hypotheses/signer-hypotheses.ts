// Which mistakes of a signer explain its failures: each known wrong signer signs what was asked, and what it would have sent is compared
// with what came, value by value. So it is evidence that decides, not the set of failed tests alone; what no mistake gives is said.

import { grouped } from '../../payload/grouped.js';
import { HEADER } from '../../signing/headers.js';
import { isSlipId, type SigningStage, SLIPS, type SlipId } from '../../signing/slips/slips.js';
import { type Candidate, cover, type Explanation, type Hypothesis, type Unexplained } from './hypothesis.js';
import { notReproduced } from './reproduce.js';
import type { ReadAnswer, SignedAnswer } from './signed-answer.js';
import { pairedSuspects } from './suspect-pairs.js';
import { SUSPECTS, type Suspect } from './suspects.js';
import { itemOf, itemsOf, observedTraits, predictedTraits, rightTraits } from './traits.js';

export function explainSigner(answers: readonly SignedAnswer[]): Explanation {
  const read = answers.flatMap((answer): readonly ReadAnswer[] => {
    const found = observedTraits(answer);
    return found === undefined ? [] : [{ ...answer, found }];
  });
  const failed = read.filter(({ outcome }) => outcome.verdict === 'fail');
  const observed = new Set(failed.flatMap(({ loaded, found }) => itemsOf(loaded, found)));
  const single = SUSPECTS.flatMap((suspect) => candidateOf(suspect, read, failed, observed));
  const pairs = pairedSuspects(read, single).flatMap((suspect) => candidateOf(suspect, read, failed, observed));
  const candidates = [...single, ...pairs, ...keptValues(failed, read), ...byCause(failed)];
  const chosen = cover(observed, candidates);
  const told = withoutVague(chosen);
  const hypotheses = told.flatMap(([candidate, items]) => {
    const made = hypothesisOf(candidate, failed, new Set(items));
    return made === undefined ? [] : [made, ...togetherWith(made, failed)];
  });
  const explained = new Set(told.flatMap(([, items]) => items));
  return { hypotheses, unexplained: leftOf(failed, explained) };
}

/** What a suspect accounts for: only answers that it gives byte for byte. */
function candidateOf(
  suspect: Suspect,
  read: readonly ReadAnswer[],
  failed: readonly ReadAnswer[],
  observed: ReadonlySet<string>,
): readonly Candidate<string>[] {
  const explains = new Set<string>();
  let contradicted = 0;
  for (const answer of failed) {
    for (const item of itemsOf(answer.loaded, predictedTraits(suspect, answer.loaded))) {
      if (observed.has(item)) explains.add(item);
      else contradicted += 1;
    }
  }
  if (explains.size === 0) return [];
  const others = notReproduced(suspect, failed);
  if (others === undefined) return [];
  for (const { loaded } of others) {
    for (const item of itemsOf(loaded, predictedTraits(suspect, loaded))) {
      if (explains.delete(item)) contradicted += 1;
    }
  }
  if (explains.size === 0) return [];
  for (const { loaded, outcome } of read) {
    if (outcome.verdict === 'pass') contradicted += predictedTraits(suspect, loaded).size;
  }
  return [{ id: suspect.id, sentence: suspect.sentence, cause: suspect.cause, explains, contradicted, weight: 1 }];
}

/** Where no known mistake fits, the causes that were found at each test: each explains what its own stage differs in, and no more. */
function byCause(failed: readonly ReadAnswer[]): readonly Candidate<string>[] {
  const causes = new Set(failed.flatMap((answer) => namedOf(answer)));
  return [...causes].map((cause) => ({
    id: cause,
    sentence: SLIPS[cause].sentence,
    cause,
    explains: new Set(
      failed
        .filter((answer) => namedOf(answer).includes(cause))
        .flatMap(({ loaded, found }) =>
          [...found]
            .filter((trait) => showsIn(SLIPS[cause].stage, trait))
            .map(([name, value]) => itemOf(loaded, name, value)),
        ),
    ),
    contradicted: 0,
    weight: isVague(cause) ? 0.4 : 0.8,
  }));
}

/** That something differs, and no more. */
const VAGUE: readonly SlipId[] = ['signature-unexplained', 'path-mismatch', 'body-hash-mismatch'];
const isVague = (cause: SlipId): boolean => VAGUE.includes(cause);

/** What was judged, and what the same answer has wrong beside it. That a signature is by nobody may follow from what is wrong before it. */
function namedOf({ outcome: { cause }, causes }: ReadAnswer): readonly SlipId[] {
  const others = causes.filter((one) => one !== 'signature-unexplained');
  return [...new Set([...(cause === undefined ? [] : [cause]), ...others])];
}

/** Whether a difference may come of a mistake at a stage: at its own values, or of all that follows where nothing could be read on. */
function showsIn(stage: SigningStage, [name, value]: readonly [name: string, value: string]): boolean {
  if (stage === 'headers') return !name.startsWith('payload.') || value === 'absent';
  if (stage === 'data-encoding') return name === 'data' || name === 'payload' || value === 'absent';
  if (stage === 'payload') return name.startsWith('payload');
  return SHOWN_IN[stage].includes(name);
}

const SHOWN_IN: Readonly<Record<Exclude<SigningStage, 'headers' | 'data-encoding' | 'payload'>, readonly string[]>> = {
  'sign-version': [HEADER.signVersion, 'payload.sign_version'],
  'api-key': [HEADER.apiKey, 'payload.api_key'],
  'idempotency-key': [HEADER.idempotencyKey, 'payload.idempotency_key'],
  timestamp: [HEADER.timestamp, 'payload.timestamp'],
  method: ['payload.method'],
  path: ['payload.path'],
  'body-hash': ['payload.body_hash', 'bodyHash'],
  'signature-encoding': ['sign', 'sign-payload'],
  signature: ['signature', 'sign-payload'],
  access: [],
};

type Chosen = readonly (readonly [candidate: Candidate<string>, items: readonly string[]])[];

/**
 * A bare difference is no mistake of its own where another of its stage is known: it is said to be left. So is the rest, of whatever
 * cause, of a stage that one mistake explains nearly whole: the same mistake most likely, in a way that is not known here.
 */
function withoutVague(chosen: Chosen): Chosen {
  return chosen.filter(([{ id, cause }, items]) => {
    if (cause === undefined || id !== cause) return true;
    const { stage } = SLIPS[cause];
    const others = chosen.filter(
      ([other]) => other.id !== id && other.cause !== undefined && SLIPS[other.cause].stage === stage,
    );
    if (isVague(cause)) return others.length === 0;
    return !others.some(([other, more]) => other.id !== other.cause && more.length >= NEARLY_WHOLE * items.length);
  });
}

/** Times as many as the rest. */
const NEARLY_WHOLE = 4;

function leftOf(failed: readonly ReadAnswer[], explained: ReadonlySet<string>): readonly Unexplained[] {
  return failed.flatMap(({ loaded, found }) => {
    const differs = [...found].flatMap(([name, value]) => (explained.has(itemOf(loaded, name, value)) ? [] : [name]));
    return differs.length === 0 ? [] : [{ tcId: loaded.test.tcId, differs, isPartly: differs.length < found.size }];
  });
}

const KEPT = [
  ['timestamp-kept', [HEADER.timestamp, 'payload.timestamp']],
  ['idempotency-key-kept', [HEADER.idempotencyKey, 'payload.idempotency_key']],
] as const;

/** A value that was right for one request, and went out with others. */
function keptValues(failed: readonly ReadAnswer[], read: readonly ReadAnswer[]): readonly Candidate<string>[] {
  const signed = failed.filter(({ loaded }) => loaded.operation === 'sign-request');
  return KEPT.flatMap(([id, [header, member]]) => {
    const own = signed.filter(({ found }) => found.has(header) && found.has(member));
    const values = new Set(own.map(({ found }) => found.get(header)));
    const isOneOfAsked = read.some(({ loaded }) => values.has(rightTraits(loaded).get(header)));
    if (own.length < 2 || values.size !== 1 || values.has('') || !isOneOfAsked) return [];
    const explains = own.flatMap(({ loaded, found }) =>
      [header, member].map((name) => itemOf(loaded, name, found.get(name) ?? '')),
    );
    return [
      { id, sentence: SLIPS[id].sentence, cause: id, explains: new Set(explains), contradicted: 0, weight: 0.95 },
    ];
  });
}

function hypothesisOf(
  { id, sentence, cause = isSlipId(id) ? id : undefined }: Candidate<string>,
  failed: readonly ReadAnswer[],
  explained: ReadonlySet<string>,
): Hypothesis | undefined {
  const own = failed.filter(({ loaded, found }) => itemsOf(loaded, found).some((item) => explained.has(item)));
  const [first] = own;
  if (first === undefined) return undefined;
  const found = first.outcome.cause;
  const isFoundThere = found !== undefined && cause !== undefined && SLIPS[found].stage === SLIPS[cause].stage;
  const named = cause === undefined || (isVague(cause) && isFoundThere) ? (found ?? cause) : cause;
  const slip = named === undefined ? undefined : SLIPS[named];
  return {
    id,
    sentence,
    operation: first.loaded.operation,
    rule: slip === undefined ? '5' : `${slip.section}: ${slip.sentence}`,
    fix: slip?.fix ?? '',
    missing: first.loaded.test.comment,
    explains: own.map(({ loaded }) => loaded.test.tcId),
  };
}

/** The second mistake of a pair that only together gives what was sent. */
function togetherWith(made: Hypothesis, failed: readonly ReadAnswer[]): readonly Hypothesis[] {
  const own = new Set(made.explains);
  const seconds = grouped(
    failed.filter(
      ({ loaded, outcome, together }) => own.has(loaded.test.tcId) && outcome.cause === made.id && together,
    ),
    ({ together }) => together ?? '',
  );
  return [...seconds].flatMap(([cause, tests]) => {
    if (!isSlipId(cause)) return [];
    const { sentence, section, fix } = SLIPS[cause];
    const explains = tests.map(({ loaded }) => loaded.test.tcId);
    return [{ ...made, id: cause, sentence, rule: `${section}: ${sentence}`, fix, explains }];
  });
}
