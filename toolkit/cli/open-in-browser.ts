// A local page in the browser, where there is a screen; its address is printed in any case.
import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import type { CommandIo } from './command.js';

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
  linux: ['xdg-open'],
};

export function openInBrowser(file: string, io: CommandIo): void {
  const url = pathToFileURL(file).href;
  io.stdout.write(`${url}\n`);
  const [program, ...words] = OPENERS[process.platform] ?? [];
  const hasScreen = process.platform !== 'linux' || (io.env['DISPLAY'] ?? io.env['WAYLAND_DISPLAY'] ?? '') !== '';
  if (!io.stdout.isTty || !hasScreen || program === undefined) return;
  // Whether a browser could be started shows on the screen; the address above serves otherwise.
  spawn(program, [...words, url], { detached: true, stdio: 'ignore' })
    .on('error', () => undefined)
    .unref();
}
