// What was not judged, one line for each cause with its count, in the form in which a profile accepts it.
import { plural } from '../../toolkit/base/plural.js';
import type { Results } from '../model/model.js';
import { forLogLine } from '../model/sanitize.js';
import { type UndecidedCause, undecidedCauses } from '../model/undecided.js';
import { folded, type Shown } from './shown.js';
import { hanging } from './wrap.js';

const MOST_CAUSES = 25;
/** Plain scalars of YAML that stay what they are; the others are quoted. */
const PLAIN = /^[A-Za-z][\w./[\]()-]*(?: [\w./[\]()-]+)*$/;

export function notJudged(results: Results, shown: Shown): string {
  const causes = undecidedCauses(results);
  const open = causes.filter((cause) => cause.open > 0);
  const accepted = causes.filter((cause) => cause.open === 0);
  return [
    open.length === 0
      ? ''
      : folded('Not judged', `${introduction(results, shown.columns)}${lines(open, shown)}`, shown),
    accepted.length === 0 ? '' : folded('Not judged, which is accepted', lines(accepted, shown), shown),
  ].join('');
}

function introduction({ run }: Results, columns: number): string {
  if (run.target.subject === 'client') return hanging('', 'What these checks of the client wait for:', columns);
  const text =
    'Mend what these checks wait for; or copy a line into the profile to accept that its checks stay undecided:';
  return `${hanging('', text, columns)}policy:\n  accept:\n`;
}

function lines(causes: readonly UndecidedCause[], { paint, columns }: Shown): string {
  const shown = causes.slice(0, MOST_CAUSES).map(({ accept, checks }) => {
    const entry = `    - ${PLAIN.test(accept) ? accept : JSON.stringify(forLogLine(accept))}`;
    const others = checks.length === 1 ? '' : ` and ${checks.length - 1} more`;
    const note = `# ${plural(checks.length, 'check')}: ${forLogLine(checks[0].id)}${others}`;
    const isOneLine = entry.length + 2 + note.length <= columns;
    return `${entry}${isOneLine ? '  ' : '\n        '}${paint('dim', note)}\n`;
  });
  const left = causes.length - shown.length;
  return `${shown.join('')}${left > 0 ? paint('dim', `    # and ${left} more causes; all are in the report\n`) : ''}`;
}
