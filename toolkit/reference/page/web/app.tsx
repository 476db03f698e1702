// The page: one account at a time, what it holds, what it hears, what was refused last, and the control actions as buttons.
import { useState } from 'preact/hooks';
import type { PageState } from '../page-state.js';
import { Actions } from './actions.js';
import { Frames } from './frames.js';
import { useLive } from './live-state.js';
import { Refusals } from './refusals.js';
import { Operations, Orders, Positions, Prices, Streams } from './tables.js';

export function App() {
  const { state, frames, isUp, choose, perform } = useLive();
  const [said, setSaid] = useState('');
  if (state === undefined) return <p role="status">{isUp ? 'Asking the sandbox …' : 'The sandbox does not answer.'}</p>;
  const { account } = state;
  const act = (action: string, params: Readonly<Record<string, string>>): void => {
    void perform(action, {
      ...(action === 'clock.advance' || action === 'account.create' ? {} : { account_id: account.id }),
      ...params,
    }).then(setSaid);
  };
  return (
    <>
      <Header state={state} isUp={isUp} choose={choose} />
      <p class="said" role="status">
        {said}
      </p>
      <main>
        <Facts state={state} />
        <Orders orders={account.orders} act={act} />
        <Positions positions={account.positions} act={act} />
        <Prices prices={account.prices} />
        <Operations operations={account.operations} />
        <Streams streams={account.streams} act={act} />
        <Frames frames={frames} />
        <Refusals refusals={state.refusals} />
        <Actions actions={state.actions} act={act} />
      </main>
    </>
  );
}

function Header({ state, isUp, choose }: { state: PageState; isUp: boolean; choose: (id: string) => void }) {
  return (
    <header>
      <h1>{state.name}</h1>
      <label>
        Account{' '}
        <select value={state.account.id} onChange={(event) => choose(event.currentTarget.value)}>
          {state.accounts.map(({ id, currency }) => (
            <option key={id} value={id}>
              {id} ({currency})
            </option>
          ))}
        </select>
      </label>
      <span class={isUp ? 'up' : 'down'}>
        {isUp ? `live, ${state.at.slice(11, 19)} UTC` : 'ended: it does not answer'}
      </span>
    </header>
  );
}

function Facts({ state: { account } }: { state: PageState }) {
  const facts = [
    ['balance', `${account.balance} ${account.currency}`],
    ['equity', account.equity],
    ['used margin', account.usedMargin],
    ['trade_mode', account.tradeMode],
    ['account_status', account.accountStatus],
  ] as const;
  return (
    <section aria-labelledby="account">
      <h2 id="account">Account</h2>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
