// What stands beside a failed check: which others of the same statement fail, what their names share, and which pass all the same.
import type { JSX } from 'preact';
import type { CheckResult, Results } from '../../model/model.js';
import { siblingsOf } from '../../model/siblings.js';
import { requirementHref } from '../route.js';
import { CheckRows } from './check-list.js';

const SHOWN = 8;

interface Shown {
  readonly results: Results;
  readonly check: CheckResult;
}

export function Beside({ results, check }: Shown): JSX.Element | null {
  const siblings = siblingsOf(check, results);
  if (siblings === undefined) return null;
  const { requirement, passing, shared } = siblings;
  const failing = siblings.failing.filter(({ id }) => id !== check.id);
  return (
    <section aria-labelledby="beside">
      <h2 id="beside">Beside it</h2>
      <p>
        Of the other checks of <a href={requirementHref(requirement)}>this statement</a>{' '}
        {counted(failing.length, 'fail')}, and {counted(passing.length, 'pass')}.
        {shared.length === 0 ? null : (
          <>
            {' '}
            Those that fail, and only those, speak of <b>{shared.join(', ')}</b>.
          </>
        )}
      </p>
      <Rows of={failing} level={results.run.level} />
      <Rows of={passing} level={results.run.level} />
    </section>
  );
}

/** "none fails", "one passes", "3 pass". */
function counted(count: number, verb: 'fail' | 'pass'): string {
  if (count > 1) return `${count} ${verb}`;
  return `${count === 0 ? 'none' : 'one'} ${verb === 'pass' ? 'passes' : 'fails'}`;
}

function Rows({
  of,
  level,
}: {
  readonly of: readonly CheckResult[];
  readonly level: Results['run']['level'];
}): JSX.Element | null {
  if (of.length === 0) return null;
  const more = of.length - SHOWN;
  return (
    <>
      <CheckRows checks={of.slice(0, SHOWN)} level={level} />
      {more > 0 ? <p class="muted">and {more} more</p> : null}
    </>
  );
}
