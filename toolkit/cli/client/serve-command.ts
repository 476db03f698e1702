// `tsi client serve`: one situation by hand, for whoever develops a client against it.

import { openTestbed } from '../../../suites/clients/playing/testbed.js';
import { SITUATIONS, situationById } from '../../../suites/clients/situations/index.js';
import { didYouMean } from '../../base/nearest.js';
import { type CommandIo, misuse, type ParsedArgs } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { withKeyFile } from './client-source.js';
import { environmentOf } from './environment.js';
import { venueFrom } from './venue-dialect.js';

const SEED = 1;

export async function clientServe(args: ParsedArgs, io: CommandIo): Promise<ExitCode> {
  const id = args.text('situation');
  const ids = SITUATIONS.map((one) => one.id);
  if (id === undefined) throw args.misuse(`--situation names one of ${ids.join(', ')}`);
  if (!ids.includes(id)) throw misuse(`no situation is ${id}${didYouMean(id, ids)}`);
  const situation = situationById(id);
  return withKeyFile(await venueFrom(args, io, SEED), async (venue) => {
    const testbed = await openTestbed(venue, situation, null);
    testbed.armIncidents();
    const variables = Object.entries(environmentOf(testbed.service, venue));
    io.stdout.write(`${situation.id} (interface ${situation.section}): ${situation.summary}\n`);
    io.stdout.write(variables.map(([name, value]) => `export ${name}='${value}'\n`).join(''));
    io.stderr.write('Ctrl-C ends it\n');
    await new Promise<void>((resolve) => {
      if (io.signal.aborted) resolve();
      io.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await testbed.service.close();
    return EXIT.conformant;
  });
}
