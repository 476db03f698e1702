// What did not pass, by the requirement that it violates; and what stayed undecided, by the reason.
import type { JSX } from 'preact';
import { brokenGroups, type CheckGroup, failureGroups, undecidedGroups } from '../../model/failure-groups.js';
import type { Results } from '../../model/model.js';
import { plural } from '../format.js';
import { checkHref, viewHref } from '../route.js';
import { visible } from '../visible.js';
import { CheckRows } from './check-list.js';

const SHOWN_CHECKS = 3;
const SHOWN_GROUPS = 12;

export function FailureGroups({ results }: { readonly results: Results }): JSX.Element | null {
  const groups = failureGroups(results);
  if (groups.length === 0) return null;
  const statements = new Map(results.requirements.map((one) => [one.id, one.statement]));
  return (
    <section aria-labelledby="failures">
      <h2 id="failures">What did not pass</h2>
      {groups.map((group) => (
        <div key={group.key} class="group">
          <h3>
            <code>{group.key}</code> {plural(group.checks.length, 'check')}
          </h3>
          <p>{statements.get(group.key)}</p>
          <CheckRows checks={group.checks.slice(0, SHOWN_CHECKS)} />
          <More group={group} />
        </div>
      ))}
    </section>
  );
}

function More({ group }: { readonly group: CheckGroup }): JSX.Element | null {
  const more = group.checks.length - SHOWN_CHECKS;
  if (more <= 0) return null;
  return (
    <p>
      <a href={viewHref('checks', { q: group.key, verdict: 'fail' })}>{more} more of this requirement</a>
    </p>
  );
}

export function BrokenGroups({ results }: { readonly results: Results }): JSX.Element | null {
  const groups = brokenGroups(results);
  if (groups.length === 0) return null;
  return (
    <section aria-labelledby="broken">
      <h2 id="broken">Without a verdict</h2>
      {groups.slice(0, SHOWN_GROUPS).map(({ key, checks }) => (
        <div key={`${checks[0].verdict} ${key}`} class="group">
          <CheckRows checks={checks.slice(0, SHOWN_CHECKS)} />
          {checks.length > SHOWN_CHECKS ? (
            <p>
              <a href={viewHref('checks', { verdict: checks[0].verdict })}>
                {checks.length - SHOWN_CHECKS} more for this reason
              </a>
            </p>
          ) : null}
        </div>
      ))}
    </section>
  );
}

export function UndecidedGroups({ results }: { readonly results: Results }): JSX.Element | null {
  const groups = undecidedGroups(results);
  if (groups.length === 0) return null;
  const left = groups.length - SHOWN_GROUPS;
  return (
    <section aria-labelledby="undecided">
      <h2 id="undecided">What stayed undecided</h2>
      <ul class="causes">
        {groups.slice(0, SHOWN_GROUPS).map(({ key, checks }) => (
          <li key={key}>
            <b>{plural(checks.length, 'check')}</b> {visible(key)}{' '}
            <a href={checkHref(checks[0].id)}>{checks.length === 1 ? 'open' : 'open the first'}</a>
          </li>
        ))}
      </ul>
      <p>
        <a href={viewHref('checks', { verdict: 'inconclusive' })}>
          {left > 0 ? `${plural(left, 'more reason')}, all undecided checks` : 'All undecided checks'}
        </a>
      </p>
    </section>
  );
}
