// A snapshot held against what the operations on an account can have led to (interface 1, rule 2; 3; 6, 6.4). Where something may have
// happened that nobody saw, it is not judged.
import { equals, toText } from '../../decimal/index.js';
import type { JsonObject } from '../../payload/json.js';
import type { RequirementId } from '../../requirements/requirement-id.js';
import type { CheckerContext } from '../checker.js';
import { entitiesOf, kindOf, type Name } from '../ledger/entities.js';
import { listOf } from '../ledger/views.js';
import { readFigure } from '../predicates/figure.js';
import type { Asked } from './asked.js';
import { type Attempt, type Possible, possibleStates } from './attempts.js';
import type { Witnesses } from './witnesses.js';

const ORDERS = 'domain.open-orders-in-snapshot';
const POSITIONS = 'domain.open-positions-in-snapshot';
const CLOSED = 'domain.closed-not-in-snapshot';

/** What it judges. */
export const SNAPSHOT_REQUIREMENTS: readonly RequirementId[] = [ORDERS, POSITIONS, CLOSED];

/** What is known of the orders and positions of one account. */
export interface Model {
  /** A few for each: journals have a million of them, and a list is smaller than a map. */
  readonly entities: Map<Name, Attempt[]>;
  /** Entities that the latest news had open. */
  readonly open: Set<Name>;
  /** Closes and cancellations by the entity that they were to end. */
  readonly endings: Map<Name, Asked[]>;
  /** Openings whose position is not known: it may be any. */
  readonly openings: Set<Asked>;
}

/** A snapshot that waits for what may explain it. */
export interface Reading {
  readonly account: string;
  readonly view: JsonObject;
  readonly i: number;
  readonly askedNs: number;
  readonly answeredNs: number;
  /** The connection of a snapshot on a stream. */
  readonly conn: string | undefined;
  /** What the latest news had open when it came. */
  readonly open: readonly Name[];
}

/** An event that named an entity; `calledNs`: when its operation was asked for, minus infinity where nobody did. */
export interface Naming {
  readonly tNs: number;
  readonly calledNs: number;
}

/** By connection. */
export type Named = Map<string, Map<Name, Naming[]>>;

export class SnapshotJudge {
  readonly #context: CheckerContext;
  readonly #witnesses: Witnesses;
  readonly #named: Named;

  constructor(context: CheckerContext, witnesses: Witnesses, named: Named) {
    this.#context = context;
    this.#witnesses = witnesses;
    this.#named = named;
  }

  judge(reading: Reading, model: Model): void {
    const { view } = reading;
    const shown = new Map(entitiesOf(view));
    const lists = { order: listOf(view, 'orders') !== undefined, position: listOf(view, 'positions') !== undefined };
    for (const [name, entity] of shown) {
      const possible = this.#possible(name, model, reading);
      if (possible !== undefined) this.#judgeShown(name, entity, possible, reading);
    }
    for (const name of reading.open) {
      if (shown.has(name) || !lists[kindOf(name)]) continue;
      const possible = this.#possible(name, model, reading);
      if (possible !== undefined) this.#judgeAbsent(name, possible, reading);
    }
  }

  /** Undefined where something may have happened that nobody saw. */
  #possible(name: Name, model: Model, reading: Reading): Possible | undefined {
    const attempts = model.entities.get(name);
    if (attempts === undefined) return undefined;
    const { askedNs, answeredNs, account, conn } = reading;
    const { eventMs } = this.#context;
    const isOpen = ({ calledNs, isTold, isWithoutEffect }: Asked): boolean =>
      calledNs < answeredNs && !isTold && !isWithoutEffect;
    if (model.endings.get(name)?.some(isOpen) === true) return undefined;
    if (name.startsWith('position') && [...model.openings].some(isOpen)) return undefined;
    // A resource may lag behind the events; the snapshot of a stream may not, unless what it lacks is told on the same stream.
    const lagNs = conn === undefined ? eventMs * 1e6 : 0;
    const possible = possibleStates(attempts, askedNs - lagNs, answeredNs);
    if (possible.mayBeThere && possible.mayBeAbsent && possible.volumes === undefined) return undefined;
    // What was asked for only afterwards explains nothing.
    const isToldLater = ({ tNs, calledNs }: Naming): boolean => tNs > answeredNs && calledNs < answeredNs;
    if (conn !== undefined && this.#named.get(conn)?.get(name)?.some(isToldLater) === true) return undefined;
    // A cancelled order never comes back; anything else may be changed by others, of which somebody must have been told.
    const isFinal = name.startsWith('order') && !possible.mayBeThere;
    return isFinal || this.#witnesses.sawAll(account, possible.sinceNs, answeredNs + eventMs * 1e6)
      ? possible
      : undefined;
  }

  #judgeShown(name: Name, entity: JsonObject, { mayBeThere, volumes, evidence }: Possible, { i }: Reading): void {
    const { findings } = this.#context;
    findings.judge(CLOSED, mayBeThere, () => ({
      message: `${name} stands in a snapshot after it was ended`,
      expected: `no ${name}, since an operation that ended it had succeeded before`,
      actual: `${name} is open`,
      evidence: [i, ...evidence],
    }));
    const volume = readFigure(entity['volume']);
    if (!mayBeThere || volumes === undefined || volume === undefined || kindOf(name) !== 'position') return;
    findings.judge(
      POSITIONS,
      volumes.some((one) => equals(one, volume)),
      () => ({
        message: `a snapshot shows ${name} with a volume that no order of the operations on it leads to`,
        expected: `a volume of ${volumes.map((one) => toText(one)).join(' or ')}`,
        actual: toText(volume),
        evidence: [i, ...evidence],
      }),
    );
  }

  #judgeAbsent(name: Name, { mayBeAbsent, evidence }: Possible, { i }: Reading): void {
    this.#context.findings.judge(kindOf(name) === 'order' ? ORDERS : POSITIONS, mayBeAbsent, () => ({
      message: `${name} is missing from a snapshot although nothing has ended it`,
      expected: `${name}, as the event of its operation left it`,
      actual: `a snapshot without it`,
      evidence: [i, ...evidence],
    }));
  }
}
