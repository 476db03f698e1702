// Every control action as a button: at once where it asks for nothing but the account, otherwise folded, with its parameters.
import { useState } from 'preact/hooks';
import type { ShownAction } from '../page-state.js';
import type { Act } from './tables.js';

export function Actions({ actions, act }: { actions: readonly ShownAction[]; act: Act }) {
  const plain = actions.filter(({ params }) => askedOf(params).length === 0);
  const others = actions.filter(({ params }) => askedOf(params).length > 0);
  return (
    <section aria-labelledby="control" class="wide">
      <h2 id="control">Control</h2>
      <p class="none">Ways into any state, which the interface does not have. They act on the account that is shown.</p>
      <p class="buttons">
        {plain.map(({ name, summary }) => (
          <button key={name} type="button" title={summary} onClick={() => act(name, {})}>
            {name}
          </button>
        ))}
      </p>
      <ul class="actions">
        {others.map((action) => (
          <Action key={action.name} action={action} act={act} />
        ))}
      </ul>
    </section>
  );
}

/** What is not known anyway. */
function askedOf(params: readonly string[]): readonly string[] {
  return params.filter((param) => param !== 'account_id');
}

function Action({ action: { name, summary, params }, act }: { action: ShownAction; act: Act }) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  return (
    <li>
      <details>
        <summary>{name}</summary>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            act(name, given);
          }}
        >
          <p>{summary}</p>
          {askedOf(params).map((param) => {
            const plain = param.replace('?', '');
            return (
              <label key={param}>
                {plain}
                {plain === param ? '' : ' (may be left out)'}
                <input
                  name={plain}
                  value={values[plain] ?? ''}
                  required={plain === param}
                  onInput={(event) => setValues({ ...values, [plain]: event.currentTarget.value })}
                />
              </label>
            );
          })}
          <button type="submit">Do {name}</button>
        </form>
      </details>
    </li>
  );
}
