// `tsi doctor --web`: the offline page of the package, opened in the browser where there is a screen, and always named.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../payload/package-root.js';
import { type CommandIo, misuse } from '../command.js';
import { EXIT, type ExitCode } from '../exit-codes.js';

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
  linux: ['xdg-open'],
};

export function openDoctorPage(io: CommandIo): ExitCode {
  const file = join(packageRoot(), 'dist', 'doctor.html');
  if (!existsSync(file)) {
    throw misuse(`${file}: expected the page of the doctor, got no such file`, {
      hint: 'in a checkout, "npm run build" makes it',
    });
  }
  const url = pathToFileURL(file).href;
  io.stdout.write(`${url}\n`);
  const [program, ...words] = OPENERS[process.platform] ?? [];
  const hasScreen = process.platform !== 'linux' || (io.env['DISPLAY'] ?? io.env['WAYLAND_DISPLAY'] ?? '') !== '';
  if (io.stdout.isTty && hasScreen && program !== undefined) {
    // Whether a browser could be started shows on the screen; the address above serves otherwise.
    spawn(program, [...words, url], { detached: true, stdio: 'ignore' })
      .on('error', () => undefined)
      .unref();
  }
  return EXIT.conformant;
}
