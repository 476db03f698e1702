// Faults of lists that name an instrument twice (interface 4.5, rule 4; 6.2, rule 5; 6.3, rule 4): it is left out, or counted, so that one
// unsubscribing does not end it.
import type { ControlActionName } from '../../../profile/control/actions.js';
import type { ListKind } from '../../rules/telling/subscriptions.js';
import { amended } from '../algebra/edits.js';
import { type Change, type Edits, type Fault, violating } from '../algebra/index.js';
import { sharing } from '../algebra/memory.js';

function twiceIn(list: readonly string[]): ReadonlySet<string> {
  return new Set(list.filter((name, at) => list.indexOf(name) !== at));
}

/** What a list names twice is not subscribed. */
function leftOut(meant: ListKind): Pick<Edits, 'afterSubscribe'> {
  return {
    afterSubscribe: amended((names, existing, wanted, _form, kind) => {
      const twice = kind === meant ? twiceIn(wanted) : new Set();
      return new Set([...names].filter((name) => existing.has(name) || !twice.has(name)));
    }),
  };
}

/** What a list has named twice outlives the first unsubscribing; sets go with their connection. */
function counted(meant: ListKind): Change {
  return sharing(
    () => new WeakMap<ReadonlySet<string>, ReadonlySet<string>>(),
    (twice) => ({
      afterSubscribe: amended((names, _existing, wanted, _form, kind) => {
        const copy = new Set(names);
        if (kind === meant) twice.set(copy, twiceIn(wanted));
        return copy;
      }),
      afterUnsubscribe: amended((left, existing, unwanted) => {
        const kept = unwanted.filter((name) => twice.get(existing)?.has(name));
        return new Set([...left, ...kept]);
      }),
    }),
  );
}

/** What a list of unsubscribing names twice is subscribed afterwards. */
const turnedTwice: Pick<Edits, 'afterUnsubscribe'> = {
  afterUnsubscribe: amended((left, existing, unwanted) => {
    const twice = twiceIn(unwanted);
    return new Set([...left, ...[...existing].filter((name) => twice.has(name))]);
  }),
};

interface Kind {
  readonly kind: ListKind;
  readonly needs: ControlActionName;
  readonly subscribed: Parameters<typeof violating>[1];
  readonly given: Parameters<typeof violating>[1];
}

const KINDS: readonly Kind[] = [
  {
    kind: 'instruments',
    needs: 'instrument.update',
    subscribed: ['subscriptions.instruments-list'],
    given: ['instruments.unsubscribe-listed'],
  },
  { kind: 'hmr', needs: 'hmr.upsert', subscribed: ['subscriptions.hmr-list'], given: ['hmr.unsubscribe'] },
];

export const namedTwiceFaults: readonly Fault[] = [
  ...KINDS.flatMap(({ kind, needs, subscribed, given }) => [
    violating('4.5', subscribed)(`${kind}-named-twice-left-out`, {
      summary: `An instrument that a list names twice is not subscribed for ${kind}.`,
      needs,
      ...leftOut(kind),
    }),
    violating('4.5', given)(`${kind}-named-twice-unsubscribed-twice`, {
      summary: `An instrument that a list has named twice has to be unsubscribed from ${kind} twice.`,
      needs,
      change: counted(kind),
    }),
  ]),
  violating('6.3', ['instruments.unsubscribe-listed'])('unsubscribed-twice-in-one-list-subscribed', {
    summary: 'An instrument that a list of unsubscribing names twice stays subscribed.',
    needs: 'instrument.update',
    ...turnedTwice,
  }),
];
