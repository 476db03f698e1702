// Faults of commands on the events stream (interface 4.5, 6; 6.2, rules 4 and 5; 6.3, rules 3 and 4).
import type { RequirementId } from '../../../requirements/requirement-id.js';
import type { EventKind } from '../../domain.js';
import type { ListKind } from '../../rules/telling/subscriptions.js';
import { alsoWhere, always, amended, exceptOn, exceptWhere, insteadWhere } from '../algebra/edits.js';
import { type Change, type Fault, violating } from '../algebra/index.js';
import { keptBy, sharing } from '../algebra/memory.js';

const unknownKindRefused = violating('4.5', ['subscriptions.unknown-kind-refused', 'subscriptions.ticks-refused']);
const malformedCommandHarmless = violating('4.5', ['subscriptions.malformed-command-harmless']);
const commandAnswer = violating('4.5', ['subscriptions.command-answer']);
const allInstruments = violating('4.5', ['subscriptions.all-instruments']);
const unsubscribeAll = violating('4.5', ['subscriptions.all-instruments-unsubscribe', 'instruments.unsubscribe-all']);
const unsubscribedSilent = violating('6', ['subscriptions.unsubscribed-silent', 'subscriptions.any-order']);

function kindRefused(kind: EventKind, ...requirements: readonly RequirementId[]): Fault {
  return violating('4.5', requirements)(`kind-${kind.replaceAll('_', '-')}-refused`, {
    summary: `The kind ${kind} cannot be subscribed.`,
    knowsKind: exceptWhere((event) => event === kind),
  });
}

/** Without a word, as a service does that fails at it. */
function kindCloses(kind: EventKind, ...requirements: readonly RequirementId[]): Fault {
  return violating('4.5', requirements)(`kind-${kind.replaceAll('_', '-')}-closes-connection`, {
    summary: `A command to subscribe ${kind} is answered by the end of the connection.`,
    knowsKind: exceptWhere((event) => event === kind),
    refusalCloses: alsoWhere((event) => event === kind),
    frames: amended((frames, _text, context) => (context.kind === 'command_refused' ? [] : frames)),
  });
}

export const commandFaults: readonly Fault[] = [
  kindRefused('transactions', 'subscriptions.transactions-kind'),
  kindRefused('account_state', 'subscriptions.account-state-kind'),
  kindRefused('instruments', 'subscriptions.instruments-kind'),
  kindRefused('hmr', 'subscriptions.hmr-kind', 'subscriptions.hmr-list'),
  kindCloses('transactions', 'subscriptions.transactions-kind'),
  kindCloses('account_state', 'subscriptions.account-state-kind'),
  kindCloses('instruments', 'subscriptions.instruments-kind'),
  kindCloses('hmr', 'subscriptions.hmr-kind'),
  violating('4.5', ['subscriptions.ticks-refused'])('ticks-on-events-stream', {
    summary: 'Ticks can be subscribed on the events stream.',
    knowsKind: alsoWhere((event) => event === 'ticks'),
  }),
  unknownKindRefused('unknown-kind-subscribes-ticks', {
    summary: 'A command for any unknown kind subscribes to something.',
    knowsKind: always(true),
  }),
  commandAnswer('commands-unacknowledged', {
    summary: 'Commands that take effect are never acknowledged.',
    frames: amended((frames, _text, { kind }) => (kind === 'command_accepted' ? [] : frames)),
  }),
  commandAnswer('later-commands-unacknowledged', {
    summary: 'The first command of a connection is acknowledged, those after it are not.',
    frames: (honest) => {
      const answered = new Set<string>();
      return (text, context) => {
        const isLater = context.kind === 'command_accepted' && answered.has(context.connectionId);
        if (context.kind === 'command_accepted') answered.add(context.connectionId);
        return isLater ? [] : honest(text, context);
      };
    },
  }),
  malformedCommandHarmless('malformed-command-ends-all-streams', {
    summary: 'A frame that is no command ends every stream of the account.',
    onMalformedCommand: always('ends-all'),
  }),
  malformedCommandHarmless('malformed-command-subscribes', {
    summary: 'A frame that is no command subscribes to transactions.',
    onMalformedCommand: always('subscribes'),
  }),
  allInstruments('all-instruments-refused', {
    summary: 'The wildcard is taken for the name of an instrument.',
    isWildcard: exceptOn((action) => action === 'subscribe'),
  }),
  allInstruments('all-instruments-covers-one', {
    summary: 'Under the wildcard a connection gets the events of the first instrument that had one.',
    needs: 'instrument.update',
    deliversTo: (honest) => {
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
    },
  }),
  violating('4.5', ['subscriptions.all-instruments-unsubscribe', 'instruments.unsubscribe-all'])(
    'all-instruments-not-unsubscribed',
    {
      summary: 'Unsubscribing with the wildcard changes nothing.',
      needs: 'instrument.update',
      isWildcard: exceptOn((action) => action === 'unsubscribe'),
    },
  ),
  allInstruments('all-instruments-leaves-one-out', {
    summary: 'Under the wildcard an instrument that can only be closed has no events.',
    needs: 'instrument.update',
    deliversTo: exceptWhere(
      (event, { allInstruments: isAll }) =>
        isAll && event.kind === 'instrument_event' && event.conditions.instrument === 'NATGAS',
    ),
  }),
  unsubscribeAll('all-instruments-unsubscribes-the-first', {
    summary: 'Unsubscribing with the wildcard ends the instrument that was named first.',
    needs: 'instrument.update',
    isWildcard: exceptOn((action) => action === 'unsubscribe'),
    afterUnsubscribe: (honest) => (existing, unwanted, kind) =>
      unwanted.includes('all') ? new Set([...existing].slice(1)) : honest(existing, unwanted, kind),
  }),
  unsubscribeAll('all-instruments-unsubscribes-names-alone', {
    summary: 'Unsubscribing with the wildcard ends what was named, but not a subscription by the wildcard.',
    needs: 'instrument.update',
    isWildcard: exceptOn((action) => action === 'unsubscribe'),
    afterUnsubscribe: (honest) => (existing, unwanted, kind) =>
      unwanted.includes('all') ? new Set() : honest(existing, unwanted, kind),
  }),
  ...(['instruments', 'hmr'] as const).map((kind) =>
    violating('4.4', ['configuration.instruments-complete'])(`listed-instrument-refused-for-${kind}`, {
      summary: `An instrument that can only be closed is listed, and refused in subscriptions of kind ${kind}.`,
      maySubscribe: exceptWhere((instrument, _available, _exists, asked) => asked === kind && instrument === 'NATGAS'),
    }),
  ),
  violating('4.5', ['subscriptions.command-over-connection', 'subscriptions.unsubscribed-silent'])(
    'commands-from-the-thirteenth-on-ignored',
    {
      summary: 'Commands of a connection from the thirteenth on are answered, and have no effect.',
      change: sharing(
        () => new Map<string, number>(),
        (commands) => {
          const isBeyond = (id: string): boolean => {
            const count = (commands.get(id) ?? 0) + 1;
            commands.set(id, count);
            return count > 12;
          };
          return {
            beginsDelivery: exceptWhere((_event, { id }) => isBeyond(id)),
            endsDelivery: exceptWhere((_event, { id }) => isBeyond(id)),
          };
        },
      ),
    },
  ),
  violating('4.5', ['subscriptions.hmr-no-wildcard'])('hmr-wildcard-accepted', {
    summary: 'The wildcard works for hmr as well.',
    maySubscribe: alsoWhere((instrument, _available, _exists, kind) => kind === 'hmr' && instrument === 'all'),
  }),
  violating('4.5', ['subscriptions.hmr-list-mandatory'])('hmr-list-optional', {
    summary: 'A subscription to hmr without a list is one to all instruments.',
    instrumentList: insteadWhere((list, kind) => kind === 'hmr' && list === undefined, []),
    acceptsEmptyList: alsoWhere((kind) => kind === 'hmr'),
  }),
  violating('6.2', ['hmr.empty-list-refused'])('hmr-empty-list-accepted', {
    summary: 'A subscription to hmr with an empty list is accepted.',
    acceptsEmptyList: alsoWhere((kind) => kind === 'hmr'),
  }),
  ...(['instruments', 'hmr'] as const).flatMap((kind) => [
    violating(kind === 'hmr' ? '6.2' : '6.3', [`${kind}.unknown-refused`])(`${kind}-unknown-accepted`, {
      summary: `A subscription to ${kind} may name instruments that do not exist.`,
      maySubscribe: alsoWhere(
        (instrument, _available, exists, which) => which === kind && !exists && instrument !== 'all',
      ),
    }),
    violating(kind === 'hmr' ? '6.2' : '6.3', [`${kind}.unavailable-refuses-whole`])(`${kind}-unavailable-accepted`, {
      summary: `A subscription to ${kind} may name any instrument of the platform, available to the account or not.`,
      maySubscribe: alsoWhere((_instrument, _available, exists, which) => which === kind && exists),
    }),
    violating(kind === 'hmr' ? '6.2' : '6.3', [
      `${kind}.unavailable-refuses-whole`,
      'configuration.instruments-complete',
    ])(`${kind}-availability-of-whoever-asked-first`, {
      summary: `Whether a subscription to ${kind} may name an instrument is remembered for all accounts from the first that asks.`,
      maySubscribe: keptBy((_may, instrument, _available, exists, which) =>
        which === kind && exists ? instrument : undefined,
      ),
    }),
    violating(kind === 'hmr' ? '6.2' : '6.3', [`${kind}.unavailable-refuses-whole`, `${kind}.unknown-refused`])(
      `${kind}-refusal-subscribes-the-rest`,
      {
        summary: `Of a refused subscription to ${kind} the available instruments are subscribed.`,
        acceptedPart: (honest) => (wanted, refused, which) => {
          const rest = wanted.filter((name) => !refused.includes(name));
          return which === kind && rest.length > 0 ? rest : honest(wanted, refused, which);
        },
      },
    ),
    ...(['all', 'first'] as const).map((which) =>
      violating(kind === 'hmr' ? '6.2' : '6.3', [`${kind}.unavailable-refuses-whole`, `${kind}.unknown-refused`])(
        which === 'all' ? `${kind}-refused-and-subscribed` : `${kind}-refused-and-subscribed-before-the-bad-one`,
        {
          summary: `A subscription to ${kind} is refused, and ${which === 'all' ? 'its good instruments are' : 'what stands before the bad one is'} subscribed all the same.`,
          needs: kind === 'hmr' ? 'hmr.upsert' : 'instrument.update',
          change: takingRefused(kind, which),
        },
      ),
    ),
    violating(kind === 'hmr' ? '6.2' : '6.3', [`${kind}.refusal-keeps-existing`])(
      `${kind}-refusal-ends-subscriptions`,
      {
        summary: `A refused subscription to ${kind} ends the one that there was.`,
        afterRefusal: amended((answer, subscriptions, event) =>
          event === kind ? { ...subscriptions, [kind]: new Set<string>() } : answer,
        ),
      },
    ),
    violating(kind === 'hmr' ? '6.2' : '6.3', [`${kind}.refusal-keeps-existing`])(`${kind}-refusal-closes-connection`, {
      summary: `A refused subscription to ${kind} costs the connection.`,
      refusalCloses: alsoWhere((event) => event === kind),
    }),
    violating(kind === 'hmr' ? '6.2' : '6.3', [
      kind === 'hmr' ? 'hmr.unsubscribe' : 'instruments.unsubscribe-listed',
      'subscriptions.unsubscribed-silent',
    ])(`${kind}-unsubscribe-ignored`, {
      summary: `Unsubscribing from ${kind} is accepted and has no effect.`,
      endsDelivery: exceptWhere((event) => event === kind),
    }),
    violating(kind === 'hmr' ? '6.2' : '6.3', [`${kind}.unsubscribe-partial`])(`${kind}-unsubscribe-ends-all`, {
      summary: `Unsubscribing one instrument from ${kind} ends the subscription to all of them.`,
      afterUnsubscribe: amended((answer, _existing, _unwanted, which) => (which === kind ? new Set() : answer)),
    }),
    violating(kind === 'hmr' ? '6.2' : '6.3', [`${kind}.unsubscribe-partial`])(`${kind}-unsubscribe-last-only`, {
      summary: `Unsubscribing from ${kind} removes the instrument that was subscribed last, whichever is named.`,
      afterUnsubscribe: amended((answer, existing, unwanted, which) =>
        which === kind && existing.size > 1 ? new Set([...existing].slice(0, -unwanted.length)) : answer,
      ),
    }),
    violating(kind === 'hmr' ? '6.2' : '6.3', [`${kind}.unsubscribe-partial`])(`${kind}-unsubscribe-first-only`, {
      summary: `Unsubscribing from ${kind} removes the instrument that was subscribed first, whichever is named.`,
      afterUnsubscribe: amended((answer, existing, unwanted, which) =>
        which === kind && existing.size > 1 ? new Set([...existing].slice(unwanted.length)) : answer,
      ),
    }),
  ]),
  violating('6', ['subscriptions.unsubscribed-silent'])('transactions-unsubscribe-ignored', {
    summary: 'Unsubscribing from transactions is accepted and has no effect.',
    endsDelivery: exceptWhere((event) => event === 'transactions'),
  }),
  unsubscribedSilent('account-state-unsubscribe-ignored', {
    summary: 'Unsubscribing from account_state is accepted and has no effect.',
    endsDelivery: exceptWhere((event) => event === 'account_state'),
  }),
  violating('4.5', ['subscriptions.instruments-list', 'instruments.subscribed-only'])('instruments-list-ignored', {
    summary: 'A list of instruments subscribes to another instrument than the one that it names first.',
    afterSubscribe: (honest) => (existing, wanted, form, kind) =>
      honest(
        existing,
        kind === 'instruments' && existing.size === 0 ? ['EURUSD', ...wanted.slice(1)] : wanted,
        form,
        kind,
      ),
  }),
];

/** A command is decided in one turn, so what was refused last is what is answered next. */
function takingRefused(kind: ListKind, which: 'all' | 'first'): Change {
  return sharing(
    () => ({ good: [] as readonly string[] }),
    (memory) => ({
      acceptedPart: amended((part, wanted, refused, of) => {
        const firstBad = wanted.findIndex((name) => refused.includes(name));
        const good = which === 'all' ? wanted.filter((name) => !refused.includes(name)) : wanted.slice(0, firstBad);
        memory.good = part === undefined && of === kind ? good : [];
        return part;
      }),
      afterRefusal: amended((after, subscriptions, event) =>
        event === kind ? { ...after, [kind]: new Set([...subscriptions[kind], ...memory.good]) } : after,
      ),
    }),
  );
}
