// Refusals without a JSON object, and whose they are (interface 5.3 and 7.1 speak of the service's). A lock or a gateway before the
// service answers in its own words, and answers anybody: where a sound read was refused so, that status says nothing about the service.
import { isMutating } from '../../profile/dialect/dialect.js';
import { ByAccount } from '../ledger/by-account.js';
import { type Answer, type Call, type Entry, isSuccess } from '../ledger/entry.js';

interface Refusal {
  /** By whom, and with what: the target and the status. */
  readonly voice: string;
  readonly call: Call;
  /** Nothing about the request itself asks for a refusal. */
  readonly isPlain: boolean;
  readonly isRead: boolean;
  readonly entry: Answer;
}

export class BareRefusals {
  readonly #refusals: Refusal[] = [];
  /** The calls that were accepted, by account and API key. */
  readonly #accepted = new ByAccount<Set<string>>();
  readonly #restricted = new Set<string>();

  see(entry: Entry, call: Call | undefined): void {
    if (entry.type === 'control' && entry.action === 'account.restrict') this.#restricted.add(entry.account);
    if (entry.type === 'answer' && call !== undefined && !call.isDamaged && isSuccess(entry)) {
      const { account, apiKey, request } = call;
      const known = this.#accepted.get(account, apiKey);
      if (known === undefined) this.#accepted.set(account, apiKey, new Set([request]));
      else known.add(request);
    }
  }

  add(entry: Answer, call: Call): void {
    const isPlain = !call.isDamaged && !call.isShifted && !this.#restricted.has(entry.account);
    const isRead = !isMutating(call.request);
    const voice = `${entry.target} ${entry.status}`;
    this.#refusals.push({ voice, call, isPlain, isRead, entry });
  }

  /** Those that only the service can have made. */
  ofTheService(): readonly Answer[] {
    const wasAccepted = ({ account, apiKey, request }: Call): boolean =>
      this.#accepted.get(account, apiKey)?.has(request) === true;
    const sound = this.#refusals.filter(({ isPlain, call }) => isPlain && wasAccepted(call));
    const foreign = new Set(sound.filter(({ isRead }) => isRead).map(({ voice }) => voice));
    return this.#refusals.filter(({ voice }) => !foreign.has(voice)).map(({ entry }) => entry);
  }
}
