// A journal beside the records of a witness: every exchange and every stream message of the one must be in the other. What the world
// leaves open is tolerated and counted: requests whose outcome the suite never learned, and what was under way when a stream ended.
import { plural } from '../../toolkit/base/plural.js';
import { answerDigests } from './canonical.js';
import { compareStream } from './compare-stream.js';
import type { WitnessRecord } from './read-record.js';
import { placeOf, type RunRecords, readRun } from './run-records.js';
import { answerDifference, Seen, type SeenConnection } from './seen.js';

export interface Witnessed {
  /** Exchanges and stream messages that both hold. */
  readonly exchanges: number;
  readonly messages: number;
  /** Requests that the journal calls sent without an answer: how many of them the witness saw, and how many it saw answered. */
  readonly unanswered: { readonly seen: number; readonly answered: number };
  /** Messages that only one side has, since a stream ended while they were under way. */
  readonly underWay: number;
  /** Descriptions fetched where no witness stood. */
  readonly elsewhere: number;
  /** Streams on which frames were sent on purpose as no library would: what the suite sent there is not compared. */
  readonly rawStreams: number;
}

export interface Comparison {
  readonly witnessed: Witnessed;
  /** Each in one sentence; the journal bears witness only where there is none. */
  readonly differences: readonly string[];
}

const MOST_DIFFERENCES = 20;

/** Throws what reading the journal throws. */
export async function compareWithWitness(journalPath: string, records: readonly WitnessRecord[]): Promise<Comparison> {
  const run = await readRun(journalPath);
  const seen = new Seen(records);
  // Requests with an answer first: what is left over may be those whose outcome nobody knows.
  const answered = compareAnswered(run, seen);
  const unanswered = countUnanswered(run, seen);
  const unclaimed = sayUnclaimed(seen);
  const streams = compareStreams(run, answered.connections);
  const differences = [...run.strays, ...answered.differences, ...unclaimed, ...streams.differences];
  const { exchanges, elsewhere } = answered;
  const { messages, underWay, rawStreams } = streams;
  return {
    witnessed: { exchanges, messages, unanswered, underWay, elsewhere, rawStreams },
    differences: differences.slice(0, MOST_DIFFERENCES),
  };
}

interface Answered extends Pick<Witnessed, 'exchanges' | 'elsewhere'>, Pick<Comparison, 'differences'> {
  /** Where each answer came from, by its record. */
  readonly connections: ReadonlyMap<number, SeenConnection>;
}

function compareAnswered({ asked }: RunRecords, seen: Seen): Answered {
  const differences: string[] = [];
  const connections = new Map<number, SeenConnection>();
  let [exchanges, elsewhere] = [0, 0];
  for (const { record, digests, isDescription, outcome } of asked) {
    if (outcome?.kind !== 'ok') continue;
    const answer = answerDigests(outcome);
    const found = seen.take(digests, answer);
    if (found === undefined) {
      if (isDescription) elsewhere += 1;
      else differences.push(`${placeOf(record)}: ${seen.whyMissing(digests)}`);
      continue;
    }
    const changed = answerDifference(answer, found.entry.answer);
    if (changed === undefined) exchanges += 1;
    else differences.push(`${placeOf(outcome)}: ${changed}`);
    connections.set(outcome.i, found.connection);
  }
  return { exchanges, elsewhere, differences, connections };
}

function countUnanswered({ asked }: RunRecords, seen: Seen): Witnessed['unanswered'] {
  const unknown = asked.filter(({ outcome }) => outcome === undefined || outcome.kind === 'info');
  const found = unknown.flatMap(({ digests }) => seen.take(digests, undefined) ?? []);
  return { seen: found.length, answered: found.filter(({ entry }) => entry.answer !== null).length };
}

function sayUnclaimed(seen: Seen): readonly string[] {
  const left = seen.left();
  const [first] = left;
  if (first === undefined) return [];
  const many = plural(left.length, 'exchange');
  return [
    `the witness saw ${many} that the journal does not hold, the first ${first.method} ${first.path} at ${first.at}`,
  ];
}

type ComparedStreams = Pick<Witnessed, 'messages' | 'underWay' | 'rawStreams'> & Pick<Comparison, 'differences'>;

function compareStreams({ streams }: RunRecords, connections: Answered['connections']): ComparedStreams {
  const differences: string[] = [];
  let [messages, underWay, rawStreams] = [0, 0, 0];
  for (const [conn, stream] of streams) {
    const compared = compareStream(stream, connections.get(stream.opened));
    messages += compared.same;
    underWay += compared.underWay;
    if (compared.difference !== undefined) differences.push(`stream ${conn}: ${compared.difference}`);
    else if (stream.isRaw) rawStreams += 1;
  }
  return { messages, underWay, rawStreams, differences };
}
