// `npm run watch`: what `npm run build` does, again for whatever changes. The compiler watches TypeScript by itself; the catalogue, the
// viewer and the doctor's page are made again when a file of theirs is written. Ends with Ctrl-C.
import { spawn, spawnSync } from 'node:child_process';
import { watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
/** Editors write a file in several steps. */
const SETTLED_MS = 100;

const BUNDLE = 'toolkit/cli/bundle';
/** What is made besides compiled TypeScript: from which folder, of which files, by which programs in turn. */
const MADE = [
  ['toolkit/requirements', /\.yaml$/, ['toolkit/requirements/write-ids.mjs', 'build/toolkit/requirements/compile.js']],
  ['reports/viewer', /\.(tsx?|css|html)$/, [`${BUNDLE}/pages.mjs report`]],
  ['toolkit/doctor/web', /\.(ts|css|html)$/, [`${BUNDLE}/pages.mjs doctor`]],
  ['toolkit/reference/page/web', /\.(tsx?|css|html)$/, [`${BUNDLE}/pages.mjs sandbox`]],
  // The compiler has written there.
  [
    'build',
    /\.js$/,
    [`${BUNDLE}/bundle.mjs`, `${BUNDLE}/declarations.mjs`, 'build/toolkit/cli/bundle/write-checks.js'],
  ],
];

const built = spawnSync('npm', ['run', 'build'], { cwd: root, stdio: 'inherit' });
if (built.status !== 0) process.exit(built.status ?? 1);

for (const [folder, pattern, programs] of MADE) {
  let timer;
  watch(join(root, folder), { recursive: true }, (_, file) => {
    if (file === null || !pattern.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => make(folder, programs), SETTLED_MS);
  });
}

const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
spawn(process.execPath, [compiler, '-p', 'tsconfig.json', '--watch', '--preserveWatchOutput'], {
  cwd: root,
  stdio: 'inherit',
}).on('exit', (code) => process.exit(code ?? 0));

/** A mistake in a file is said by its program and mended by the next change. */
function make(folder, programs) {
  const isMade = programs.every(
    (program) => spawnSync('node', program.split(' '), { cwd: root, stdio: 'inherit' }).status === 0,
  );
  process.stdout.write(`${folder}: ${isMade ? 'made again' : 'not made'}\n`);
}
