// The matrix of requirements and checks as `tsi requirements` prints it: text for a terminal, JSON for programs, Markdown for
// documents. Pure: from a coverage to text.
import type { Coverage } from './coverage.js';
import type { Requirement } from './requirement.js';

interface MatrixRow {
  readonly id: string;
  readonly section: string;
  readonly rule?: number;
  readonly level: Requirement['level'];
  readonly subject: Requirement['subject'];
  readonly statement: string;
  readonly checks: readonly string[];
  readonly untestable?: string;
  readonly judgedBy?: Requirement['judgedBy'];
  readonly open?: readonly string[];
}

/** The document of `tsi requirements --json`; members may be added, never renamed. */
export interface MatrixDocument {
  readonly requirements: readonly MatrixRow[];
  readonly purposes: readonly {
    readonly number: number;
    readonly kind: string;
    readonly what: string;
    readonly checks: readonly string[];
    readonly uncovered?: string;
  }[];
}

export function matrixDocument(coverage: Coverage): MatrixDocument {
  return {
    requirements: coverage.rows.map(({ requirement, checks }) => {
      const { id, section, rule, level, subject, statement, untestable, judgedBy, open } = requirement;
      return {
        id,
        section,
        ...(rule === undefined ? {} : { rule }),
        level,
        subject,
        statement,
        checks,
        ...(untestable === undefined ? {} : { untestable }),
        ...(judgedBy === undefined ? {} : { judgedBy }),
        ...(open === undefined ? {} : { open }),
      };
    }),
    purposes: coverage.purposes.map(({ purpose, checks }) => ({ ...purpose, checks })),
  };
}

/** One block for each requirement, grouped by section, and a line of counts at the end. */
export function matrixText(coverage: Coverage): string {
  const lines: string[] = [];
  let section: string | undefined;
  for (const { requirement, checks } of coverage.rows) {
    if (requirement.section !== section) {
      section = requirement.section;
      lines.push(...(lines.length > 0 ? [''] : []), `Interface ${section}`);
    }
    lines.push(`  ${requirement.id}  (${qualities(requirement)})`, `    ${requirement.statement}`);
    lines.push(...checks.map((id) => `    - ${id}`));
    const without = checks.length === 0 ? withoutCheck(requirement) : undefined;
    if (without !== undefined) lines.push(`    ${without}`);
  }
  return `${[...lines, '', ...summary(coverage)].join('\n')}\n`;
}

export function matrixMarkdown(coverage: Coverage): string {
  const rows = coverage.rows.map(({ requirement, checks }) => {
    const judged = checks.length > 0 ? checks.map((id) => `\`${id}\``).join('<br>') : withoutCheck(requirement);
    const cells = [`\`${requirement.id}\``, place(requirement), requirement.level, requirement.subject];
    return `| ${[...cells, cell(requirement.statement), cell(judged)].join(' | ')} |`;
  });
  const purposes = coverage.purposes.map(({ purpose, checks }) => {
    const judged = checks.length > 0 ? checks.map((id) => `\`${id}\``).join('<br>') : (purpose.uncovered ?? '');
    return `| ${purpose.number} | ${purpose.kind} | ${cell(purpose.what)} | ${cell(judged)} |`;
  });
  return `${[
    '# Requirements and checks',
    '',
    ...summary(coverage),
    '',
    '| requirement | section | level | subject | statement | checks, or why none |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    '# Test purposes',
    '',
    '| no. | kind | purpose | checks, or why none |',
    '|---|---|---|---|',
    ...purposes,
  ].join('\n')}\n`;
}

/** Why there is none, or that there should be one. */
function withoutCheck({ level, untestable, judgedBy }: Requirement): string {
  if (untestable !== undefined) return `not judged: ${untestable}`;
  if (judgedBy === 'client') return 'NO CHECK OF CLIENTS';
  return level === 'may' ? 'permission' : 'NO CHECK';
}

function summary(coverage: Coverage): readonly string[] {
  const { rows, uncovered, uncoveredOfClients, purposes, uncoveredPurposes } = coverage;
  const judged = rows.filter(({ checks }) => checks.length > 0);
  const [services, clients] = [undefined, 'client' as const].map((by) =>
    judged.filter(({ requirement }) => requirement.judgedBy === by),
  );
  const excused = rows.filter(({ requirement }) => requirement.untestable !== undefined).length;
  const without = uncovered.length + uncoveredOfClients.length;
  return [
    `${rows.length} requirements: ${judgedText(services)}, ${judgedText(clients)} of clients, ${excused} that cannot be judged from outside, ${without} without check or reason.`,
    `${purposes.length} test purposes: ${purposes.filter((one) => one.checks.length > 0).length} covered, ${uncoveredPurposes.length} without check or reason.`,
  ];
}

function judgedText(rows: Coverage['rows'] = []): string {
  return `${rows.length} judged by ${new Set(rows.flatMap(({ checks }) => checks)).size} checks`;
}

function qualities(requirement: Requirement): string {
  return [place(requirement), requirement.level, requirement.subject].join(', ');
}

function place({ section, rule }: Requirement): string {
  return rule === undefined ? section : `${section}, rule ${rule}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
