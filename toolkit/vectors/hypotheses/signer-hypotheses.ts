// Which mistakes of a signer explain its failures: each known wrong signer signs what was asked, and what it would have sent is compared
// with what came, value by value. So it is evidence that decides, not the set of failed tests alone; what no mistake gives is said.

import { grouped } from '../../base/grouped.js';
import type { JsonObject } from '../../payload/json.js';
import { HEADER } from '../../signing/headers.js';
import { isSlipId, type SigningStage, SLIPS, type SlipId } from '../../signing/slips/slips.js';
import { readPairs } from '../judge.js';
import { type Candidate, cover, type Explanation, type Hypothesis, type Unexplained } from './hypothesis.js';
import { reproduced } from './reproduce.js';
import type { CauseDetail, ReadAnswer, SignedAnswer } from './signed-answer.js';
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
  const candidates = [...single, ...pairs, ...keptValues(failed, read), ...keptPayloads(read), ...byCause(failed)];
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
  if (isBesidesAll(suspect, failed, observed)) return [];
  const proof = reproduced(suspect, failed);
  for (const answer of failed) {
    const { loaded, found } = answer;
    const predicted = new Map(predictedTraits(suspect, loaded));
    const isProven = proof?.given.has(answer) === true;
    // By its bytes it is the same, whatever the mistake looks like in them.
    if (proof !== undefined && isProven) predicted.set(proof.trait, found.get(proof.trait) ?? '');
    for (const item of itemsOf(loaded, predicted)) {
      const isBare = proof !== undefined && loaded.operation === 'sign-request' && !isProven;
      if (observed.has(item) && !isBare) explains.add(item);
      else contradicted += 1;
    }
  }
  if (explains.size === 0) return [];
  for (const { loaded, outcome } of read) {
    if (outcome.verdict === 'pass') contradicted += predictedTraits(suspect, loaded).size;
  }
  return [{ id: suspect.id, sentence: suspect.sentence, cause: suspect.cause, explains, contradicted, weight: 1 }];
}

/** Answers by which a suspect is dropped that gives something else each time, as most do: predicting all of theirs takes seconds. */
const GLANCED = 10;
const MOST_MISSED = 3;

function isBesidesAll(suspect: Suspect, failed: readonly ReadAnswer[], observed: ReadonlySet<string>): boolean {
  const step = Math.max(1, Math.floor(failed.length / GLANCED));
  let missed = 0;
  for (let at = 0; at < failed.length; at += step) {
    const loaded = failed[at]?.loaded;
    const items = loaded === undefined ? [] : itemsOf(loaded, predictedTraits(suspect, loaded));
    if (items.some((item) => observed.has(item))) return false;
    missed += items.length;
    if (missed > MOST_MISSED) return true;
  }
  return false;
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
          [...found].filter((trait) => showsIn(cause, trait)).map(([name, value]) => itemOf(loaded, name, value)),
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

/** Forms in which the members keep their values, so that what differs in these is another mistake's doing. */
const KEEPS_VALUES: ReadonlySet<SlipId> = new Set<SlipId>([
  'payload-wrapped',
  'payload-json-twice',
  'payload-printed',
  'payload-utf-16',
  'payload-final-zero',
  'payload-member-renamed',
]);

/** Whether a difference may come of a mistake at a stage: at its own values, or of all that follows where nothing could be read on. */
function showsIn(cause: SlipId, [name, value]: readonly [name: string, value: string]): boolean {
  const { stage } = SLIPS[cause];
  if (stage === 'headers') return !name.startsWith('payload.') || value === 'absent';
  if (stage === 'data-encoding') return name === 'data' || name === 'payload' || value === 'absent';
  if (stage === 'payload') {
    return name === 'payload' || value === 'absent' || (!KEEPS_VALUES.has(cause) && name.startsWith('payload.'));
  }
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
    return [{ ...candidateOfSlip(id), explains: new Set(explains) }];
  });
}

const FEWEST_KEPT = 5;

/** Payloads that went out with another request before. */
function keptPayloads(read: readonly ReadAnswer[]): readonly Candidate<string>[] {
  const groups = grouped(
    read.filter(({ loaded }) => loaded.operation === 'sign-request'),
    (answer) => sentData(answer),
  );
  // Two tests may ask for the same payload; many of different paths never do.
  const kept = [...groups].flatMap(([data, own]) => {
    const paths = new Set(own.map(({ loaded }) => rightTraits(loaded).get('payload.path')));
    return data !== '' && paths.size >= FEWEST_KEPT ? own : [];
  });
  const explains = kept.flatMap(({ loaded, found }) =>
    [...found].flatMap(([name, value]) =>
      name.startsWith('payload.') || name.startsWith('SVC-') ? [itemOf(loaded, name, value)] : [],
    ),
  );
  return explains.length === 0 ? [] : [{ ...candidateOfSlip('payload-kept'), explains: new Set(explains) }];
}

const candidateOfSlip = (id: SlipId): Omit<Candidate<string>, 'explains'> => ({
  id,
  sentence: SLIPS[id].sentence,
  cause: id,
  contradicted: 0,
  weight: 0.95,
});

function sentData({ result }: ReadAnswer): string {
  const headers = readPairs((result as JsonObject)['headers']) ?? []; // an object, since it has traits
  return headers.find(([name]) => name.toUpperCase() === HEADER.data)?.[1] ?? '';
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
  const explains = own.map(({ loaded }) => loaded.test.tcId);
  return {
    id,
    sentence: sentence + doneIn(id, explains, failed),
    operation: first.loaded.operation,
    rule: slip === undefined ? '5' : `${slip.section}: ${slip.sentence}`,
    fix: slip?.fix ?? '',
    missing: first.loaded.test.comment,
    explains,
  };
}

/** The second mistake of a pair that only together gives what was sent. */
function togetherWith(made: Hypothesis, failed: readonly ReadAnswer[]): readonly Hypothesis[] {
  const seconds = grouped(
    detailsOf(made.id, made.explains, failed).flatMap(({ tcId, together }) =>
      together === undefined ? [] : [{ tcId, together }],
    ),
    ({ together }) => together,
  );
  return [...seconds].map(([cause, tests]) => {
    const { sentence, section, fix } = SLIPS[cause];
    const explains = tests.map(({ tcId }) => tcId);
    return { ...made, id: cause, sentence, rule: `${section}: ${sentence}`, fix, explains };
  });
}

const detailsOf = (
  id: string,
  explains: readonly string[],
  failed: readonly ReadAnswer[],
): readonly (CauseDetail & { readonly tcId: string })[] => {
  const own = new Set(explains);
  return failed.flatMap(({ loaded: { test }, details = [] }) =>
    own.has(test.tcId) ? details.filter(({ cause }) => cause === id).map((one) => ({ ...one, tcId: test.tcId })) : [],
  );
};

/** What was done, where it was the same thing in most of the answers. */
function doneIn(id: string, explains: readonly string[], failed: readonly ReadAnswer[]): string {
  const details = detailsOf(id, explains, failed);
  const [most] = [...grouped(details, ({ how }) => how)].toSorted(([, a], [, b]) => b.length - a.length);
  if (most?.[0] === undefined || most[1].length * 2 < details.length) return '';
  return ` (${most[0]})`;
}
