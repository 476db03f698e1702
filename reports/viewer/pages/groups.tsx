// What did not pass, by the requirement that it violates; and what stayed undecided, by the reason.

import type { JSX } from 'preact';
import { plural } from '../../../toolkit/base/plural.js';
import {
  brokenGroups,
  type CheckGroup,
  failureGroups,
  narrowerThan,
  undecidedGroups,
} from '../../model/failure-groups.js';
import type { Results } from '../../model/model.js';
import { reasonInWords } from '../../model/plain-words.js';
import { capped } from '../../model/sanitize.js';
import { sectionName } from '../../model/section-titles.js';
import { causeInWords } from '../../model/undecided.js';
import { wordOf } from '../../model/words.js';
import { checkHref, requirementHref, viewHref } from '../route.js';
import { visible } from '../visible.js';
import { CheckRows } from './check-list.js';

const SHOWN_CHECKS = 3;
const SHOWN_GROUPS = 12;
/** So many violated requirements stand unfolded. */
const OPEN_GROUPS = 6;
const MOST_REASON = 240;

/** As the terminal has them: the first check of a cause, others by their number, and what fails because of them. */
export function FailureGroups({ results }: { readonly results: Results }): JSX.Element | null {
  const groups = failureGroups(results);
  if (groups.length === 0) return null;
  const statements = new Map(results.requirements.map((one) => [one.id, one]));
  const rest = groups.slice(OPEN_GROUPS);
  return (
    <section aria-labelledby="failures">
      <h2 id="failures">What did not pass</h2>
      {groups.slice(0, OPEN_GROUPS).map(one)}
      {rest.length === 0 ? null : (
        <details class="fold">
          <summary>{plural(rest.length, 'more statement')} that did not hold</summary>
          {rest.map(one)}
        </details>
      )}
    </section>
  );

  function one(group: CheckGroup): JSX.Element {
    const own = group.checks.filter(({ because }) => because === undefined);
    const requirement = statements.get(group.key);
    const narrower = narrowerThan(group, groups);
    return (
      <div key={group.key} class="group">
        <p>
          {requirement === undefined ? null : (
            <>
              <span class="muted">Interface {sectionName(requirement.section)}:</span>{' '}
            </>
          )}
          <a href={requirementHref(group.key)}>{requirement?.statement ?? group.key}</a>
        </p>
        {narrower === undefined ? null : (
          <p class="muted">
            These checks judge more at once, and may fail because of{' '}
            <a href={checkHref(narrower.checks[0].id)}>{narrower.checks[0].title}</a>: look there first.
          </p>
        )}
        <CheckRows checks={own.slice(0, SHOWN_CHECKS)} level={results.run.level} />
        <More group={group} own={own.length} />
      </div>
    );
  }
}

function More({ group, own }: { readonly group: CheckGroup; readonly own: number }): JSX.Element | null {
  const more = own - SHOWN_CHECKS;
  const followers = group.checks.filter(({ because }) => because !== undefined);
  const roots = [...new Set(followers.flatMap(({ because }) => because ?? []))];
  if (more <= 0 && followers.length === 0) return null;
  return (
    <p>
      {more > 0 ? (
        <a href={viewHref('checks', { q: group.key, verdict: 'fail' })}>{more} more of this requirement</a>
      ) : null}
      {more > 0 && followers.length > 0 ? ' · ' : ''}
      {roots.map((root) => (
        <a key={root} href={viewHref('checks', { because: root })}>
          {plural(followers.filter(({ because }) => because === root).length, 'check')} failing because of it
        </a>
      ))}
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
          <CheckRows checks={checks.slice(0, SHOWN_CHECKS)} level={results.run.level} />
          {checks.length > SHOWN_CHECKS ? (
            <p>
              <a href={viewHref('checks', { verdict: wordOf(checks[0], results.run.level) })}>
                {checks.length - SHOWN_CHECKS} more for this reason
              </a>
            </p>
          ) : null}
        </div>
      ))}
    </section>
  );
}

/** What is common to several; of one alone all that is known. */
function reasonOf([first, ...others]: CheckGroup['checks']): string {
  return others.length > 0 ? causeInWords(first) : (reasonInWords(first) ?? '');
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
            <b>{plural(checks.length, 'check')}</b> {visible(capped(reasonOf(checks), MOST_REASON))}{' '}
            <a href={checkHref(checks[0].id)}>{checks.length === 1 ? 'open' : 'open the first'}</a>
          </li>
        ))}
      </ul>
      <p>
        <a href={viewHref('checks', { verdict: 'undecided' })}>
          {left > 0 ? `${plural(left, 'more reason')}, all undecided checks` : 'All undecided checks'}
        </a>
      </p>
    </section>
  );
}
