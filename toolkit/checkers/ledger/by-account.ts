// What is remembered under an account and a name within it, such as an idempotency key. Journals have a million records, and a text that
// is put together for each look-up costs more than the look-up.
import { kept } from '../../base/kept.js';

export class ByAccount<Value> {
  readonly #accounts = new Map<string, Map<string, Value>>();

  get(account: string, name: string): Value | undefined {
    return this.#accounts.get(account)?.get(name);
  }

  set(account: string, name: string, value: Value): void {
    kept(this.#accounts, account, () => new Map<string, Value>()).set(name, value);
  }
}
