// Operations that were asked for and have not been told: until their event has come, whatever they may have changed is not known. Kept by
// account; what nobody was told of for a long time makes the account doubtful, which the caller learns once.
import { kept } from '../../base/kept.js';
import { isFinalStatus } from '../../payload/vocabulary.js';
import { isMutating } from '../../profile/dialect/dialect.js';
import type { Answer, Call, Message } from '../ledger/entry.js';
import type { Ledger } from '../ledger/ledger.js';
import { textAt } from '../ledger/views.js';

/** Nobody waits longer for an event than this; its operation may have ended unheard. */
const UNHEARD_NS = 10e9;

export class UnderWay {
  readonly #ledger: Ledger;
  /** When each was asked for, by account and key. */
  readonly #open = new Map<string, Map<string, number>>();

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
  }

  call({ account, request, key, tNs }: Call): void {
    if (key === undefined || !isMutating(request)) return;
    const open = kept(this.#open, account, () => new Map<string, number>());
    // What was told has been done; a repeat of it does nothing more.
    if (this.#ledger.account(account).keys.get(key)?.seen === undefined && !open.has(key)) open.set(key, tNs);
  }

  /** A refusal leaves nothing under way, and neither does a result that is no success. */
  answer(answer: Answer): void {
    const { account, key, status, request, view } = answer;
    const open = this.#open.get(account);
    if (open === undefined) return;
    if (request === 'operationStatus') {
      const state = textAt(view, 'state');
      const asked = this.#ledger.callOf(answer)?.params?.['operationId'];
      const ack = this.#ledger.account(account).operations.get(String(asked))?.ack;
      if (isFinalStatus(state) && state !== 'success' && ack?.key !== undefined) open.delete(ack.key);
    } else if (key !== undefined && status >= 400 && status <= 499 && this.#ledger.isFirstUse(answer)) {
      open.delete(key);
    }
  }

  /** When the operation that the event tells of was asked for; undefined where nobody did. */
  told({ account, key, operationId }: Message): number | undefined {
    const { keys, operations } = this.#ledger.account(account);
    const ack = operationId === undefined ? undefined : operations.get(operationId)?.ack;
    const name = key ?? ack?.key;
    if (name !== undefined) this.#open.get(account)?.delete(name);
    return (name === undefined ? undefined : keys.get(name)?.calledNs) ?? ack?.calledNs;
  }

  /** `unheard`: some operation will never be told any more; it counts as ended from now on. */
  at(account: string, nowNs: number): 'nothing' | 'something' | 'unheard' {
    const open = this.#open.get(account);
    if (open === undefined || open.size === 0) return 'nothing';
    const late = [...open].filter(([, calledNs]) => nowNs - calledNs > UNHEARD_NS);
    for (const [key] of late) open.delete(key);
    return late.length > 0 ? 'unheard' : 'something';
  }
}
