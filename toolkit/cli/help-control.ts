// `tsi help control`: what a profile may bind under `control`, and with which parameters each is called.

import { wrap } from '../../reports/terminal/wrap.js';
import { CONTROL_ACTIONS } from '../profile/control/actions.js';
import { table } from './help-table.js';

export function controlHelp(columns: number): string {
  const rows = Object.entries(CONTROL_ACTIONS).map(([name, { summary, params, returns, scope }]) => {
    const parameters = params.length === 0 ? 'no parameters' : params.map((one) => `{${one}}`).join(' ');
    const answer = returns.length === 0 ? '' : `; the answer names ${returns.join(', ')}`;
    const reach = scope === 'target' ? '; reaches every account, unless the binding says scope: account' : '';
    return [name, `${summary}. ${parameters}${answer}${reach}.`] as const;
  });
  return [
    ...wrap(
      'Control actions bring a target into states that no call of the interface reaches. A profile binds each:',
      columns,
    ),
    '',
    'control:',
    '  account.restrict: {http: {url: "http://127.0.0.1:9000/restrict", body: "{params}"}}',
    '',
    ...wrap(
      'Parameters are texts; `?` marks those that a check may leave out, and `{params}` in a binding is all of them. An action may be a ' +
        'command instead: {command: [./restrict.sh, "{account_id}"]}. Where actions take effect after their answers, timing.controlMs says ' +
        'how late.',
      columns,
    ),
    '',
    ...table(rows, columns),
    '',
    'tsi plan says what each unlocks, tsi plan --probe tries those that are bound.',
    '',
  ].join('\n');
}
