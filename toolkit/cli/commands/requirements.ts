// `tsi requirements`: every normative statement of the interface with the checks that judge it.
import { type Command, type CommandIo, misuse, type ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';

export const command: Command = {
  name: 'requirements',
  summary: 'list every statement of the interface with the checks that judge it',
  usage: ['requirements [options]'],
  about: ['Exits with 4 when a statement has neither a check nor a reason why it cannot be judged from outside.'],
  options: [
    { flag: 'section', value: 'N', many: true, summary: 'only statements of this section' },
    { flag: 'json', summary: 'print one JSON document' },
    { flag: 'markdown', summary: 'print Markdown tables' },
  ],
  examples: [
    { line: 'tsi requirements --section 5.3', summary: 'the rules of signing and their checks' },
    { line: 'tsi requirements --json', summary: 'the matrix for programs' },
  ],
  run: requirementsCommand,
};

async function requirementsCommand(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  if (args.on('json') && args.on('markdown')) throw args.misuse('--json and --markdown exclude each other');
  const [
    { loadCatalogue },
    { coverage },
    { loadSuites },
    { registeredChecks, requirementOf },
    { liesIn },
    text,
    clients,
  ] = await Promise.all([
    import('../../requirements/catalogue.js'),
    import('../../requirements/coverage.js'),
    import('../../../suites/runner/suite-files.js'),
    import('../../../suites/runner/registry.js'),
    import('../../../suites/runner/plan/selection.js'),
    import('../../requirements/matrix-text.js'),
    import('../../../suites/clients/stage/registry.js'),
  ]);
  const [catalogue, ofClients] = await Promise.all([loadCatalogue(), clients.loadClientChecks(), loadSuites()]);
  const all = coverage(catalogue, [
    ...[...registeredChecks().values()].map(({ spec }) => ({
      id: spec.id,
      requirements: [...new Set([requirementOf(spec.id), ...(spec.requirements ?? [])])],
      ...(spec.purposes !== undefined && { purposes: spec.purposes }),
    })),
    ...[...ofClients.values()].map(({ spec }) => ({
      id: spec.id,
      requirements: [...new Set([requirementOf(spec.id), ...(spec.requirements ?? [])])],
    })),
  ]);
  const sections = args.all('section');
  const isWanted = (section: string): boolean => sections.length === 0 || sections.some((one) => liesIn(section, one));
  const rows = all.rows.filter(({ requirement }) => isWanted(requirement.section));
  if (rows.length === 0) throw misuse(`no statement lies in section ${sections.join(', ')}`);
  const shown = { ...all, rows };
  io.stdout.write(
    args.on('json')
      ? `${JSON.stringify(text.matrixDocument(shown), null, 2)}\n`
      : args.on('markdown')
        ? text.matrixMarkdown(shown)
        : text.matrixText(shown),
  );
  const holes = [all.uncovered, all.uncoveredOfClients, all.unknown];
  return holes.some((list) => list.length > 0) ? EXIT.suiteError : EXIT.conformant;
}
