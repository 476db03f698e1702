// `tsi faults`: the deliberate deviations of the reference service.
import { type Command, type CommandIo, misuse, type ParsedArgs, printJson } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';

export const command: Command = {
  name: 'faults',
  summary: 'list the deliberate deviations that the reference service can show',
  usage: ['faults [options]'],
  about: [
    'Each fault breaks one thing that the interface states. Use one to see the suite, or your client, meet a service that errs. With -once-in-N behind its id it shows once in N times.',
  ],
  positionals: { least: 0, most: 0 },
  options: [
    { flag: 'section', value: 'N', summary: 'only faults of this section of the interface, such as 5.3' },
    { flag: 'triggered', summary: 'those that show only when something triggers them' },
    { flag: 'json', summary: 'print one JSON document on stdout' },
  ],
  examples: [
    { line: 'tsi faults --section 8', summary: 'faults about limits and idempotency' },
    { line: 'tsi run --fault ID', summary: 'see what the suite says of one' },
  ],
  run: listFaults,
};

async function listFaults(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const { FAULTS, TRIGGERED_FAULTS } = await import('../../reference/faults/index.js');
  const section = args.text('section');
  const faults = (args.on('triggered') ? TRIGGERED_FAULTS : FAULTS).filter(
    (fault) => section === undefined || fault.section === section || fault.section.startsWith(`${section}.`),
  );
  if (faults.length === 0) throw misuse(`no fault lies in section ${section}`);
  if (args.on('json')) {
    const rows = faults.map(({ change: _, ...facts }) => facts);
    printJson(io, { faults: rows });
    return EXIT.conformant;
  }
  for (const { id, section: of, summary, needs, rate, level, trigger } of faults) {
    const notes = [
      level === 'should' ? 'due a warning' : '',
      trigger === undefined ? '' : `trigger: ${trigger}`,
      needs === undefined ? '' : `needs ${needs}`,
      rate === undefined ? '' : `shows ${rate * 100} % of the time`,
    ];
    io.stdout.write(`${of.padEnd(6)}${id}\n      ${[summary, ...notes].filter((note) => note !== '').join('; ')}\n`);
  }
  io.stdout.write(`${faults.length} faults\n`);
  return EXIT.conformant;
}
