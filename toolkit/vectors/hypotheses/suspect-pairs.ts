// Two mistakes within one stage, such as a query that is sorted and decoded, or a trimmed body with its hash in hexadecimal: pairs of known
// ones, of which one is kept that gives the answers byte for byte; what it does not give is not explained by it.
import type { JsonValue } from '../../payload/json.js';
import { CORRECT_STAGES, type SigningStages, type StageInput } from '../../signing/signing-stages.js';
import type { SignRequestInput } from '../operations.js';
import { keyOf, stageInput } from '../signer.js';
import type { Candidate } from './hypothesis.js';
import type { ReadAnswer } from './signed-answer.js';
import { SUSPECTS, type Suspect } from './suspects.js';

/** Microseconds of the processor for the pairs of a stage; past them what is not found is said to be unexplained. */
const LONGEST_US = 700_000;
/** Answers that a pair is tried on before all of them. */
const SAMPLED = 6;

interface Asked<Value> {
  readonly input: StageInput;
  readonly observed: Value;
  readonly isWrong: boolean;
}

/** Pairs that explain what no single suspect does. */
export function pairedSuspects(read: readonly ReadAnswer[], single: readonly Candidate<string>[]): readonly Suspect[] {
  const isOpen = (trait: string): boolean => {
    const items = read.flatMap(({ loaded, found }) =>
      found.has(trait) ? [`${loaded.test.tcId} ${trait} ${found.get(trait)}`] : [],
    );
    return items.length > 1 && !single.some(({ explains }) => items.every((item) => explains.has(item)));
  };
  const known = likeliestFirst(single);
  return [
    ...(isOpen('payload.path') ? pathPairs(read, known) : []),
    ...(isOpen('payload.body_hash') ? hashPairs(read, known) : []),
  ];
}

/** What explains some answers alone is the likelier half of a pair. */
function likeliestFirst(single: readonly Candidate<string>[]): readonly Suspect[] {
  const explained = new Map(single.map(({ id, explains }) => [id, explains.size]));
  return SUSPECTS.toSorted((a, b) => (explained.get(b.id) ?? 0) - (explained.get(a.id) ?? 0));
}

const isOf =
  (name: keyof SigningStages) =>
  (suspect: Suspect): boolean =>
    Object.keys(suspect.change).join() === name;

function pathPairs(read: readonly ReadAnswer[], suspects: readonly Suspect[]): readonly Suspect[] {
  const asked = askedFor(read, 'payload.path', ({ path }) => path);
  const known = suspects.filter(isOf('path'));
  return search(asked, pairsOf(known, known), ([first, second], input) =>
    (second.change.path ?? CORRECT_STAGES.path)((first.change.path ?? CORRECT_STAGES.path)(input.path, input), input),
  ).map((pair) =>
    joined(pair, {
      path: (path, input) =>
        (pair[1].change.path ?? CORRECT_STAGES.path)((pair[0].change.path ?? CORRECT_STAGES.path)(path, input), input),
    }),
  );
}

function hashPairs(read: readonly ReadAnswer[], suspects: readonly Suspect[]): readonly Suspect[] {
  const asked = askedFor(read, 'payload.body_hash', ({ body, hashing }) => hashing.bodyHash(body));
  const [bytes, spelled] = [suspects.filter(isOf('hashedBytes')), suspects.filter(isOf('bodyHash'))];
  const hashedBytes =
    ([first, second]: Pair): SigningStages['hashedBytes'] =>
    (body, input) => {
      const once = first.change.hashedBytes?.(body, input) ?? body;
      return second.change.hashedBytes?.(once, input) ?? once;
    };
  const bodyHashOf = ([, second]: Pair): SigningStages['bodyHash'] => second.change.bodyHash ?? CORRECT_STAGES.bodyHash;
  const memo = new Map<string, Uint8Array>();
  const make = (pair: Pair, input: StageInput): JsonValue => {
    const name = `${pair[0].id} ${asked.findIndex((one) => one.input === input)}`;
    const once = memo.get(name) ?? pair[0].change.hashedBytes?.(input.body, input) ?? input.body;
    memo.set(name, once);
    return bodyHashOf(pair)(pair[1].change.hashedBytes?.(once, input) ?? once, input);
  };
  return search(asked, pairsOf(bytes, [...spelled, ...bytes]), make).map((pair) =>
    joined(pair, { hashedBytes: hashedBytes(pair), bodyHash: bodyHashOf(pair) }),
  );
}

type Pair = readonly [first: Suspect, second: Suspect];

/** The pairs of the likeliest first, not all of the first with each. */
const pairsOf = (firsts: readonly Suspect[], seconds: readonly Suspect[]): readonly Pair[] =>
  firsts
    .flatMap((first, row) =>
      seconds.flatMap((second, column) =>
        first === second ? [] : [{ pair: [first, second] as const, at: row + column }],
      ),
    )
    .toSorted((a, b) => a.at - b.at)
    .map(({ pair }) => pair);

function joined([first, second]: Pair, change: Partial<SigningStages>): Suspect {
  return {
    id: `${first.id}+${second.id}`,
    sentence: `${first.sentence}; and it ${second.sentence}`,
    cause: first.cause,
    change,
  };
}

/** What was asked, the wrong answers first and the small ones before the large. */
function askedFor(
  read: readonly ReadAnswer[],
  trait: string,
  right: (input: StageInput) => string,
): readonly Asked<string>[] {
  return read
    .filter(({ loaded, found }) => loaded.operation === 'sign-request' && found.get('data') === undefined)
    .flatMap(({ loaded, found }) => {
      const written = found.get(trait);
      if (written === 'absent') return [];
      const input = stageInput(loaded.test.input as unknown as SignRequestInput, keyOf(loaded.context)); // by the schema
      return [{ input, observed: written ?? JSON.stringify(right(input)), isWrong: written !== undefined }];
    })
    .toSorted((a, b) => Number(b.isWrong) - Number(a.isWrong) || a.input.body.length - b.input.body.length);
}

/** A few answers may be another mistake's doing: what a pair does not give is said to be left. */
const MOST_MISSED = 0.1;

/** The pair that gives nearly every answer, and of several the one that gives most. */
function search(
  asked: readonly Asked<string>[],
  pairs: readonly Pair[],
  make: (pair: Pair, input: StageInput) => JsonValue,
): readonly Pair[] {
  const start = process.cpuUsage();
  const wrong = asked.filter(({ isWrong }) => isWrong);
  const step = Math.max(1, Math.floor(wrong.length / SAMPLED));
  const sampled = wrong.filter((_, at) => at % step === 0);
  const order = [...sampled, ...asked.filter((one) => !sampled.includes(one))];
  let most = Math.floor(wrong.length * MOST_MISSED);
  let best: readonly Pair[] = [];
  for (const [at, pair] of pairs.entries()) {
    if (most < 0 || (at % 64 === 0 && process.cpuUsage(start).user > LONGEST_US)) break;
    let missed = 0;
    const isGiven = ({ input, observed }: Asked<string>): boolean => {
      missed += JSON.stringify(make(pair, input)) === observed ? 0 : 1;
      return missed <= most;
    };
    if (!order.every(isGiven)) continue;
    best = [pair];
    most = missed - 1;
  }
  return best;
}
