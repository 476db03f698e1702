// Faults of commands on the events stream (interface 4.5, 6; 6.2, rules 4 and 5; 6.3, rules 3 and 4).
import type { EventKind } from '../domain.js';
import { changing, together } from './change.js';
import { type Fault, fault } from './fault.js';

function kindRefused(kind: EventKind, ...requirements: readonly string[]): Fault {
  return fault(
    `kind-${kind.replaceAll('_', '-')}-refused`,
    '4.5',
    requirements,
    `The kind ${kind} cannot be subscribed.`,
    changing('knowsKind', (honest) => (event) => event !== kind && honest(event)),
  );
}

export const subscriptionFaults: readonly Fault[] = [
  kindRefused('transactions', 'subscriptions.transactions-kind'),
  kindRefused('account_state', 'subscriptions.account-state-kind'),
  kindRefused('instruments', 'subscriptions.instruments-kind'),
  kindRefused('hmr', 'subscriptions.hmr-kind', 'subscriptions.hmr-list'),
  fault(
    'ticks-on-events-stream',
    '4.5',
    ['subscriptions.ticks-refused'],
    'Ticks can be subscribed on the events stream.',
    changing('knowsKind', (honest) => (event) => event === 'ticks' || honest(event)),
  ),
  fault(
    'unknown-kind-subscribes-ticks',
    '4.5',
    ['subscriptions.unknown-kind-refused', 'subscriptions.ticks-refused'],
    'A command for any unknown kind subscribes to something.',
    changing('knowsKind', () => () => true),
  ),
  fault(
    'malformed-command-ends-all-streams',
    '4.5',
    ['subscriptions.malformed-command-harmless'],
    'A frame that is no command ends every stream of the account.',
    changing('onMalformedCommand', () => () => 'ends-all'),
  ),
  fault(
    'malformed-command-subscribes',
    '4.5',
    ['subscriptions.malformed-command-harmless'],
    'A frame that is no command subscribes to transactions.',
    changing('onMalformedCommand', () => () => 'subscribes'),
  ),
  fault(
    'all-instruments-refused',
    '4.5',
    ['subscriptions.all-instruments'],
    'The wildcard is taken for the name of an instrument.',
    changing('isWildcard', (honest) => (list, kind, action) => action !== 'subscribe' && honest(list, kind, action)),
  ),
  fault(
    'all-instruments-covers-one',
    '4.5',
    ['subscriptions.all-instruments'],
    'Under the wildcard a connection gets the events of the first instrument that had one.',
    changing('deliversTo', (honest) => {
      const first = new Map<string, string>();
      return (event, subscriptions, context) => {
        if (event.kind !== 'instrument_event' || !subscriptions.allInstruments) {
          return honest(event, subscriptions, context);
        }
        const { instrument } = event.conditions;
        const only = first.get(context.id) ?? instrument;
        first.set(context.id, only);
        return only === instrument && honest(event, subscriptions, context);
      };
    }),
    { needs: 'instrument.update' },
  ),
  fault(
    'all-instruments-not-unsubscribed',
    '4.5',
    ['subscriptions.all-instruments-unsubscribe', 'instruments.unsubscribe-all'],
    'Unsubscribing with the wildcard changes nothing.',
    changing('isWildcard', (honest) => (list, kind, action) => action !== 'unsubscribe' && honest(list, kind, action)),
    { needs: 'instrument.update' },
  ),
  fault(
    'hmr-wildcard-accepted',
    '4.5',
    ['subscriptions.hmr-no-wildcard'],
    'The wildcard works for hmr as well.',
    changing(
      'maySubscribe',
      (honest) => (instrument, available, exists, kind) =>
        (kind === 'hmr' && instrument === 'all') || honest(instrument, available, exists, kind),
    ),
  ),
  fault(
    'hmr-list-optional',
    '4.5',
    ['subscriptions.hmr-list-mandatory'],
    'A subscription to hmr without a list is one to all instruments.',
    together(
      changing(
        'instrumentList',
        (honest) => (list, kind) => (kind === 'hmr' && list === undefined ? [] : honest(list, kind)),
      ),
      changing('acceptsEmptyList', (honest) => (kind, existing) => kind === 'hmr' || honest(kind, existing)),
    ),
  ),
  fault(
    'hmr-empty-list-accepted',
    '6.2',
    ['hmr.empty-list-refused'],
    'A subscription to hmr with an empty list is accepted.',
    changing('acceptsEmptyList', (honest) => (kind, existing) => kind === 'hmr' || honest(kind, existing)),
  ),
  ...(['instruments', 'hmr'] as const).flatMap((kind) => [
    fault(
      `${kind}-unknown-accepted`,
      kind === 'hmr' ? '6.2' : '6.3',
      [`${kind}.unknown-refused`],
      `A subscription to ${kind} may name instruments that do not exist.`,
      changing(
        'maySubscribe',
        (honest) => (instrument, available, exists, which) =>
          (which === kind && !exists && instrument !== 'all') || honest(instrument, available, exists, which),
      ),
    ),
    fault(
      `${kind}-unavailable-accepted`,
      kind === 'hmr' ? '6.2' : '6.3',
      [`${kind}.unavailable-refuses-whole`],
      `A subscription to ${kind} may name any instrument of the platform, available to the account or not.`,
      changing(
        'maySubscribe',
        (honest) => (instrument, available, exists, which) =>
          (which === kind && exists) || honest(instrument, available, exists, which),
      ),
    ),
    fault(
      `${kind}-refusal-subscribes-the-rest`,
      kind === 'hmr' ? '6.2' : '6.3',
      [`${kind}.unavailable-refuses-whole`, `${kind}.unknown-refused`],
      `Of a refused subscription to ${kind} the available instruments are subscribed.`,
      changing('acceptedPart', (honest) => (wanted, refused, which) => {
        const rest = wanted.filter((name) => !refused.includes(name));
        return which === kind && rest.length > 0 ? rest : honest(wanted, refused, which);
      }),
    ),
    fault(
      `${kind}-refusal-ends-subscriptions`,
      kind === 'hmr' ? '6.2' : '6.3',
      [`${kind}.refusal-keeps-existing`],
      `A refused subscription to ${kind} ends the one that there was.`,
      changing(
        'afterRefusal',
        (honest) => (subscriptions, event) =>
          event === kind ? { ...subscriptions, [kind]: new Set<string>() } : honest(subscriptions, event),
      ),
    ),
    fault(
      `${kind}-refusal-closes-connection`,
      kind === 'hmr' ? '6.2' : '6.3',
      [`${kind}.refusal-keeps-existing`],
      `A refused subscription to ${kind} costs the connection.`,
      changing('refusalCloses', (honest) => (event) => event === kind || honest(event)),
    ),
    fault(
      `${kind}-unsubscribe-ignored`,
      kind === 'hmr' ? '6.2' : '6.3',
      [kind === 'hmr' ? 'hmr.unsubscribe' : 'instruments.unsubscribe-listed', 'subscriptions.unsubscribed-silent'],
      `Unsubscribing from ${kind} is accepted and has no effect.`,
      changing('endsDelivery', (honest) => (event, context) => event !== kind && honest(event, context)),
    ),
    fault(
      `${kind}-unsubscribe-ends-all`,
      kind === 'hmr' ? '6.2' : '6.3',
      [`${kind}.unsubscribe-partial`],
      `Unsubscribing one instrument from ${kind} ends the subscription to all of them.`,
      changing(
        'afterUnsubscribe',
        (honest) => (existing, unwanted, which) => (which === kind ? new Set() : honest(existing, unwanted, which)),
      ),
    ),
    fault(
      `${kind}-unsubscribe-last-only`,
      kind === 'hmr' ? '6.2' : '6.3',
      [`${kind}.unsubscribe-partial`],
      `Unsubscribing from ${kind} removes the instrument that was subscribed last, whichever is named.`,
      changing(
        'afterUnsubscribe',
        (honest) => (existing, unwanted, which) =>
          which === kind && existing.size > 1
            ? new Set([...existing].slice(0, -unwanted.length))
            : honest(existing, unwanted, which),
      ),
    ),
  ]),
  fault(
    'transactions-unsubscribe-ignored',
    '6',
    ['subscriptions.unsubscribed-silent'],
    'Unsubscribing from transactions is accepted and has no effect.',
    changing('endsDelivery', (honest) => (event, context) => event !== 'transactions' && honest(event, context)),
  ),
  fault(
    'account-state-unsubscribe-ignored',
    '6',
    ['subscriptions.unsubscribed-silent', 'subscriptions.any-order'],
    'Unsubscribing from account_state is accepted and has no effect.',
    changing('endsDelivery', (honest) => (event, context) => event !== 'account_state' && honest(event, context)),
  ),
  fault(
    'instruments-list-ignored',
    '4.5',
    ['subscriptions.instruments-list', 'instruments.subscribed-only'],
    'A list of instruments subscribes to another instrument than the one that it names first.',
    changing(
      'afterSubscribe',
      (honest) => (existing, wanted, form, kind) =>
        honest(
          existing,
          kind === 'instruments' && existing.size === 0 ? ['EURUSD', ...wanted.slice(1)] : wanted,
          form,
          kind,
        ),
    ),
  ),
];
