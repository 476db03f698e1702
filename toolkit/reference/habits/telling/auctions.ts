// Legal moments of account states (interface 2.3; 6.1): a house that decides everything four times a second tells the events of one round
// together, each with the account state behind the whole round.
import type { AccountState } from '../../domain.js';
import { amended } from '../../faults/algebra/edits.js';
import { sharing } from '../../faults/algebra/memory.js';
import { among, type Habit } from '../algebra/index.js';

const eventOrder = among('event-order', '6', ['event-order']);

const ROUND_MS = 250;

/** What is told at the end of a round of one account. */
interface Round {
  readonly endMs: number;
  readonly states: Set<Writable<AccountState>>;
}

type Writable<State> = { -readonly [Name in keyof State]: State[Name] };

export const auctionHabits: readonly Habit[] = [
  eventOrder('events-of-a-round-together', {
    summary:
      'The transaction events of a quarter of a second come together, with the account state behind all of them.',
    rules: sharing(
      () => new Map<string, Round>(),
      (rounds) => ({
        // A copy of its own, since the state of a round that has not been told yet is written again.
        accountStateOf: amended((state) => state && { ...state }),
        deliveryTimesMs: amended((times, event, { accountId }) => {
          if (event.kind !== 'transaction_event') return times;
          const { atMs, payload } = event;
          const endMs = (Math.floor(atMs / ROUND_MS) + 1) * ROUND_MS;
          const known = rounds.get(accountId);
          const round = known?.endMs === endMs ? known : { endMs, states: new Set<Writable<AccountState>>() };
          rounds.set(accountId, round);
          if (payload.accountState !== undefined) round.states.add(payload.accountState);
          for (const state of round.states) Object.assign(state, payload.accountState);
          return [endMs - atMs];
        }),
      }),
    ),
  }),
];
