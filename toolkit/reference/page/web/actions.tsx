// Every control action as a button: at once where it asks for nothing but the account, otherwise with its parameters.
import { useState } from 'preact/hooks';
import type { ShownAction } from '../page-state.js';
import type { Act } from './tables.js';

export function Actions({ actions, act }: { actions: readonly ShownAction[]; act: Act }) {
  return (
    <section aria-labelledby="control" class="wide">
      <h2 id="control">Control</h2>
      <p class="none">Ways into any state, which the interface does not have. They act on the account that is shown.</p>
      <ul class="actions">
        {actions.map((action) => (
          <Action key={action.name} action={action} act={act} />
        ))}
      </ul>
    </section>
  );
}

function Action({ action: { name, summary, params }, act }: { action: ShownAction; act: Act }) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const asked = params.filter((param) => param !== 'account_id');
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  return (
    <li>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          act(name, given);
        }}
      >
        <p>{summary}</p>
        {asked.map((param) => {
          const plain = param.replace('?', '');
          return (
            <label key={param}>
              {plain}{' '}
              <input
                name={plain}
                value={values[plain] ?? ''}
                required={plain === param}
                onInput={(event) => setValues({ ...values, [plain]: event.currentTarget.value })}
              />
            </label>
          );
        })}
        <button type="submit">{name}</button>
      </form>
    </li>
  );
}
