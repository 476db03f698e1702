// Faults of lists with several items (interface 4.5, rule 4; 6.2, rule 5; 6.3, rules 2 and 4): one of them is served, the others are not.
import { amended } from '../algebra/edits.js';
import { type Fault, violating } from '../algebra/index.js';

export const listFaults: readonly Fault[] = [
  violating('4.5', ['subscriptions.instruments-list', 'instruments.event-per-instrument'])(
    'lists-of-instruments-cut-after-two',
    {
      summary: 'Of a list of instruments the first two alone are subscribed.',
      needs: 'instrument.update',
      acceptedPart: amended((part, _wanted, _refused, kind) => (kind === 'instruments' ? part?.slice(0, 2) : part)),
    },
  ),
  ...(
    [
      ['instruments', 'subscriptions.instruments-list', 'instrument.add'],
      ['hmr', 'subscriptions.hmr-list', 'hmr.upsert'],
    ] as const
  ).flatMap(([list, requirement, needs]) => [
    violating('4.5', [requirement])(`lists-of-${list}-cut-after-four`, {
      summary: `Of a list of instruments to subscribe ${list} for the first four alone are.`,
      needs,
      acceptedPart: amended((part, _wanted, _refused, kind) => (kind === list ? part?.slice(0, 4) : part)),
    }),
    violating(list === 'hmr' ? '6.2' : '6.3', [`${list}.unsubscribe-partial`])(`unsubscribing-others-ends-${list}`, {
      summary: `Unsubscribing ${list} of an instrument that was not subscribed ends it for all.`,
      needs: list === 'hmr' ? 'hmr.upsert' : 'instrument.update',
      afterUnsubscribe: amended((left, existing, unwanted, kind) =>
        kind === list && unwanted.some((name) => !existing.has(name)) ? new Set<string>() : left,
      ),
    }),
  ]),
  violating('6.3', ['instruments.unsubscribe-listed'])('list-of-instruments-unsubscribed-in-part', {
    summary: 'Of a list of instruments to unsubscribe the first alone is given up.',
    needs: 'instrument.update',
    afterUnsubscribe: (honest) => (existing, unwanted, kind) =>
      honest(existing, kind === 'instruments' ? unwanted.slice(0, 1) : unwanted, kind),
  }),
  violating('6.2', ['hmr.unsubscribe'])('list-of-hmr-unsubscribed-in-part', {
    summary: 'Of a list of instruments whose hmr is to be unsubscribed the last alone is given up.',
    needs: 'hmr.upsert',
    afterUnsubscribe: (honest) => (existing, unwanted, kind) =>
      honest(existing, kind === 'hmr' ? unwanted.slice(-1) : unwanted, kind),
  }),
  violating('6.3', ['instruments.subscribed-only'])('second-list-of-instruments-for-all', {
    summary: 'Who subscribes to instruments on top of others is told of all.',
    needs: 'instrument.update',
    afterSubscribe: (honest) => (existing, wanted, form, kind) => {
      const after = honest(existing, wanted, form, kind);
      return kind === 'instruments' && existing.size > 0 ? new AllButCounted(after) : after;
    },
  }),
];

/** Has every name. */
class AllButCounted extends Set<string> {
  override has(): boolean {
    return true;
  }
}
