// `tsi doctor --web`: the offline page of the package, opened in the browser where there is a screen, and always named.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../base/package-root.js';
import { type CommandIo, misuse } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { openInBrowser } from '../open-in-browser.js';

export function openDoctorPage(io: CommandIo): ExitCode {
  const file = join(packageRoot(), 'dist', 'doctor.html');
  if (!existsSync(file)) {
    throw misuse(`${file}: expected the page of the doctor, got no such file`, {
      hint: 'in a checkout, "npm run build" makes it',
    });
  }
  openInBrowser(file, io);
  return EXIT.conformant;
}
