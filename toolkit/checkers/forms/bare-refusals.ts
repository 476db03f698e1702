// Refusals without a JSON object, and whose they are (interface 5.3 and 7.1 speak of the service's). A lock or a gateway before the
// service answers in its own words, and answers anybody: where a sound read was refused so, that status says nothing about the service.
import { isMutating } from '../../profile/dialect/dialect.js';
import { type Answer, type Call, type Entry, isSuccess } from '../ledger/entry.js';

interface Refusal {
  /** By whom, and with what: the target and the status. */
  readonly voice: string;
  readonly lane: string;
  /** Nothing about the request itself asks for a refusal. */
  readonly isPlain: boolean;
  readonly isRead: boolean;
  readonly entry: Answer;
}

export class BareRefusals {
  readonly #refusals: Refusal[] = [];
  /** What was accepted, by API key, account and call. */
  readonly #accepted = new Set<string>();
  readonly #restricted = new Set<string>();

  see(entry: Entry, call: Call | undefined): void {
    if (entry.type === 'control' && entry.action === 'account.restrict') this.#restricted.add(entry.account);
    if (entry.type === 'answer' && call !== undefined && !call.isDamaged && isSuccess(entry)) {
      this.#accepted.add(laneOf(call));
    }
  }

  add(entry: Answer, call: Call): void {
    const isPlain = !call.isDamaged && !call.isShifted && !this.#restricted.has(entry.account);
    const isRead = !isMutating(call.request);
    const voice = `${entry.target} ${entry.status}`;
    this.#refusals.push({ voice, lane: laneOf(call), isPlain, isRead, entry });
  }

  /** Those that only the service can have made. */
  ofTheService(): readonly Answer[] {
    const sound = this.#refusals.filter(({ isPlain, lane }) => isPlain && this.#accepted.has(lane));
    const foreign = new Set(sound.filter(({ isRead }) => isRead).map(({ voice }) => voice));
    return this.#refusals.filter(({ voice }) => !foreign.has(voice)).map(({ entry }) => entry);
  }
}

function laneOf({ apiKey, account, request }: Call): string {
  return `${apiKey} ${account} ${request}`;
}
