// The matrix of habits for people, as Markdown. Input is the document alone.
import { forMarkdown as cell } from '../model/sanitize.js';
import { countSpared, type HabitMatrix } from './habit-matrix-model.js';

/** One sentence with the numbers. */
export function habitHeadline(matrix: HabitMatrix): string {
  return `${countSpared(matrix)} of ${matrix.habits.length} habits spared`;
}

export function renderHabitMarkdown(matrix: HabitMatrix): string {
  const rows = matrix.habits.map(
    ({ id, section, spared, services, costs, summary }) =>
      `| ${[id, section, spared ? 'spared' : 'accused', String(services), String(costs), summary].map(cell).join(' | ')} |`,
  );
  const alarms = matrix.alarms.map(
    ({ check, said, habits, dialect, reason }) =>
      `| ${[check, said, habits.join(', '), dialect, reason].map(cell).join(' | ')} |`,
  );
  return [
    '# Matrix of habits',
    '',
    `${habitHeadline(matrix)}; ${matrix.judged} verdicts on ${matrix.sets.length} services.`,
    '',
    '| habit | section | outcome | services | costs | what it does |',
    '|---|---|---|---|---|---|',
    ...rows,
    ...(alarms.length === 0
      ? []
      : ['', '## Alarms', '', '| check | said | habits | dialect | reason |', '|---|---|---|---|---|', ...alarms]),
    '',
  ].join('\n');
}
