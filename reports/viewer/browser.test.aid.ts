// Chromium for the tests of the viewer, where the machine has one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { packageRoot } from '../../toolkit/base/package-root.js';

const PLACES = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of the browser, undefined where there is none. */
export const CHROMIUM: string | undefined = PLACES.find((path) => path !== undefined && existsSync(path));

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(CHROMIUM === undefined ? {} : { executablePath: CHROMIUM }),
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/** Builds the viewer into a folder of the test and gives the page back. */
export async function buildViewer(folder: string): Promise<string> {
  const build = spawn(
    process.execPath,
    [join(packageRoot(), 'toolkit/cli/bundle/pages.mjs'), 'report', join(folder, 'index.html')],
    {
      env: { ...process.env, NODE_ENV: 'production' },
      stdio: 'inherit',
    },
  );
  const [code] = await once(build, 'exit');
  if (code !== 0) throw new Error(`the build of the viewer ended with ${code}`);
  return readFile(join(folder, 'index.html'), 'utf8');
}
