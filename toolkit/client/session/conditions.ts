// Conditions of instruments as a client knows them (interface 2.4; 4.4): read once for all of its accounts, or for each account anew, as
// its conduct has it.
import type { IntentResults } from '../../intents/index.js';
import type { Conduct } from '../conduct/conduct.js';
import type { Service } from './service.js';
import type { Reader } from './values.js';

/** By instrument, or by account and instrument. */
export type KnownConditions = Map<string, IntentResults['read']>;

export class Conditions {
  readonly #conduct: Conduct;
  readonly #service: Service;
  readonly #reader: Reader;
  readonly #account: string;
  readonly #known: KnownConditions;

  constructor(
    { conduct, service, reader }: { readonly conduct: Conduct; readonly service: Service; readonly reader: Reader },
    account: string,
    known: KnownConditions,
  ) {
    this.#conduct = conduct;
    this.#service = service;
    this.#reader = reader;
    this.#account = account;
    this.#known = known;
  }

  async smallestVolume(instrument = ''): Promise<string | undefined> {
    const { conditions } = await this.read(instrument);
    return conditions?.volume_min;
  }

  async read(instrument: string): Promise<IntentResults['read']> {
    const mark = this.#conduct.sharesConditions ? instrument : `${this.#account} ${instrument}`;
    const before = this.#conduct.sharesConditions ? this.#known.get(mark) : undefined;
    if (before !== undefined) return before;
    const outcome = await this.#service.read('conditions', { instrument });
    if ('trouble' in outcome) return { refused: outcome.trouble.code ?? outcome.trouble.status ?? 'no answer' };
    const { instrument: _name, ...conditions } = this.#reader.conditions(
      instrument,
      this.#service.dialect.readConditions(outcome.body),
    );
    const result = { conditions };
    this.#known.set(mark, result);
    return result;
  }
}
