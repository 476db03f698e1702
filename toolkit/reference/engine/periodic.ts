// The messages that come by the clock (interface 4.6; 6; 8): account state while it is subscribed, ticks while their stream is open.
import type { StreamKind } from '../domain.js';
import type { Core } from './core.js';
import type { Publisher } from './publisher.js';
import type { AccountConnection, AccountRecord } from './records/account-record.js';
import type { Timer } from './time/clock.js';

export class Periodic {
  readonly #core: Core;
  readonly #publisher: Publisher;

  constructor(core: Core, publisher: Publisher) {
    this.#core = core;
    this.#publisher = publisher;
  }

  startAccountState(live: AccountConnection): void {
    const { rules, clock } = this.#core;
    const tick = (): void => {
      live.setTimer('account_state', schedule());
      this.#publisher.offer(live, this.#publisher.accountState(live.account));
    };
    const schedule = (): Timer =>
      clock.schedule(rules.accountStateIntervalMs(rules.accountStateStandardMs, live.context()), tick);
    live.setTimer('account_state', schedule());
  }

  startTicks(live: AccountConnection, delayMs: number): void {
    const { clock, settings } = this.#core;
    const timer = clock.schedule(delayMs, () => {
      this.startTicks(live, settings.tickIntervalMs);
      this.#sendTicks(live);
    });
    live.setTimer('ticks', timer);
  }

  /** Why the ticks stream is denied to the account, where the behaviour denies it (open by the interface). */
  ticksGuard(account: AccountRecord, stream: StreamKind): string | undefined {
    const denied = this.#core.behaviour.ticksWhenDisabled === 'denied' && stream === 'ticks';
    return denied ? this.#core.rules.streamGuard(account.info, 'events', 'handshake') : undefined;
  }

  #sendTicks(live: AccountConnection): void {
    const { account } = live;
    if (this.ticksGuard(account, live.stream) !== undefined) return;
    const atMs = this.#core.clock.nowMs();
    for (const instrument of account.market.listings()) {
      const quote = account.market.quote(instrument, atMs);
      if (quote !== undefined) {
        const { pointDigits } = instrument.conditions;
        this.#publisher.offer(live, { kind: 'tick', instrument: instrument.name, ...quote, pointDigits, atMs });
      }
    }
  }
}
