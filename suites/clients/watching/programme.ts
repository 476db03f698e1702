// What happens to a client under watch, one episode after another, each armed on what the client does next (interface 4.1; 6.4; 7.1; 8),
// and what is judged of it: repeats after a loss, a refusal for the rate, trouble. What needs its word is not judged here.
import type { ClientRequirementId } from '../../../toolkit/requirements/requirement-id.js';
import type { Incident } from '../situations/situation.js';

export interface Episode {
  readonly id: `${ClientRequirementId}/${string}`;
  readonly title: string;
  /** What it waits for. */
  readonly on: 'mutation' | 'stream';
  readonly incident?: Incident;
  /** The streams of the account are cut, and so many handshakes after that refused. */
  readonly dropsThen?: number;
  /** No result comes while it lasts, so that no event tells what an answer did not. */
  readonly holds?: true;
  readonly judges: 'repeats' | 'no-repeat' | 'no-second' | 'attempts';
}

export const PROGRAMME: readonly Episode[] = [
  {
    id: 'idempotency.client-same-key/watched-answer-lost',
    title: 'repeats a mutation whose answer was lost with the same key and payload, or not at all',
    on: 'mutation',
    incident: { on: 'mutation', fate: { deliver: 'cut-before', delayMs: 15 } },
    holds: true,
    judges: 'repeats',
  },
  {
    id: 'reconnect.client-subscribes-again/watched-drop',
    title: 'attempts no more than twenty connections a second after a drop',
    on: 'stream',
    dropsThen: 0,
    judges: 'attempts',
  },
  {
    id: 'limits.client-no-retry/watched-quota',
    title: 'does not send a mutation again that was beyond the quota',
    on: 'mutation',
    incident: { on: 'mutation', refused: { status: 429, name: 'REQUEST_RATE_LIMIT' } },
    judges: 'no-repeat',
  },
  {
    id: 'idempotency.client-same-key/watched-request-lost',
    title: 'repeats a mutation that was lost on its way with the same key and payload, or not at all',
    on: 'mutation',
    incident: { on: 'mutation', lost: true },
    holds: true,
    judges: 'repeats',
  },
  {
    id: 'delivery.client-any-close/watched-refused-handshakes',
    title: 'attempts no more than twenty connections a second while they are refused',
    on: 'stream',
    dropsThen: 3,
    judges: 'attempts',
  },
  {
    id: 'idempotency.client-same-key/watched-answer-torn',
    title: 'repeats a mutation whose answer broke off with the same key and payload, or not at all',
    on: 'mutation',
    incident: { on: 'mutation', fate: { deliver: 'cut-inside', delayMs: 15 } },
    holds: true,
    judges: 'repeats',
  },
  {
    id: 'idempotency.client-same-key/watched-answer-never',
    title: 'repeats a mutation that is never answered with the same key and payload, or not at all',
    on: 'mutation',
    incident: { on: 'mutation', fate: { deliver: 'never' } },
    holds: true,
    judges: 'repeats',
  },
  {
    id: 'limits.client-no-retry/watched-retry-after',
    title: 'does not send a mutation again that was beyond the quota, whatever a header says',
    on: 'mutation',
    incident: { on: 'mutation', refused: { status: 429, name: 'REQUEST_RATE_LIMIT', headers: ['Retry-After', '1'] } },
    judges: 'no-repeat',
  },
  {
    id: 'idempotency.client-same-key/watched-result-late',
    title: 'sends no second order in the place of one that was acknowledged and has no result yet',
    on: 'mutation',
    holds: true,
    judges: 'no-second',
  },
  {
    id: 'idempotency.client-same-key/watched-three-losses',
    title: 'repeats a mutation whose answers are lost three times with one key',
    on: 'mutation',
    incident: { on: 'mutation', times: 3, fate: { deliver: 'cut-before', delayMs: 15 } },
    holds: true,
    judges: 'repeats',
  },
];
