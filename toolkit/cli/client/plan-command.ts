// `tsi client plan`: what would be judged of a client, and what each operation that it does not have would unlock. Plays nothing.

import type { ClientPlanItem } from '../../../suites/clients/playing/plan.js';
import { grouped } from '../../base/grouped.js';
import { plural } from '../../base/plural.js';
import { answer, type CommandIo, type ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { withClient } from './prepare-client.js';

export function clientPlan(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  return withClient(args, io, ({ client, plan }) => {
    const { items } = plan;
    const document = {
      client,
      checks: items.map(({ check, requirements, sections, level, obstacle }) => ({
        id: check.spec.id,
        title: check.spec.title,
        area: check.area,
        depth: check.spec.depth,
        situation: check.spec.situation.id,
        requirements,
        sections,
        level,
        ...(obstacle !== undefined && { obstacle }),
      })),
    };
    answer(args, io, document, planText(client, items));
    return Promise.resolve(items.length === 0 ? EXIT.nothingSelected : EXIT.conformant);
  });
}

function planText(
  client: { readonly implementation: string; readonly language: string },
  items: readonly ClientPlanItem[],
): string {
  const judged = items.filter(({ obstacle }) => obstacle === undefined);
  const stopped = items.filter(({ obstacle }) => obstacle !== undefined);
  const areas = [...grouped(items, ({ check }) => check.area)].map(([area, own]) => {
    const count = own.filter(({ obstacle }) => obstacle === undefined).length;
    return `  ${area.padEnd(12)} ${String(count).padStart(3)} of ${own.length}\n`;
  });
  const missing = [...grouped(stopped, ({ obstacle }) => (obstacle?.needs ?? []).join(' and '))]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([needs, own]) => `  ${needs.padEnd(40)} ${plural(own.length, 'check')}\n`);
  return [
    `${client.implementation} (${client.language}): ${judged.length} of ${items.length} checks can be judged\n`,
    ...areas,
    ...(missing.length === 0 ? [] : ['What would unlock the others:\n', ...missing]),
  ].join('');
}
