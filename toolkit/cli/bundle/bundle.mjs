// Makes `dist/`, what is packed: the modules that `package.json` names as bin and exports, and those that are loaded by path, with all that
// they share in a few chunks. The tree of single modules, for tests and programs of the project, is `build/`. Names are kept and nothing is
// made smaller, so that a stack names functions, and the chunk says which file a line is of.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const out = process.env.TSI_BUNDLE_OUT ?? join(root, 'dist');

/** Loaded by path: the file that vitest runs, threads of a soak and of the matrix of lapses, checks of clients, programs of their own. */
const BY_PATH = [
  'suites/runner/engine/checks.engine',
  'toolkit/cli/soak/service-thread',
  'toolkit/cli/client/matrix/trial-threads',
  ...endingWith('suites', '.client.ts').map((file) => `suites/${moduleOf(file)}`),
  ...['toolkit/client/speak'].filter((path) => existsSync(join(root, `${path}.ts`))),
];
const bin = Object.values(manifest.bin).map(moduleOf);
const exported = Object.values(manifest.exports).flatMap((entry) => (entry.types ? [moduleOf(entry.default)] : []));

/** `./dist/suites/index.js` is made of `suites/index.ts`. */
function moduleOf(path) {
  return path.replace(/^(\.\/)?dist\//, '').replace(/\.[jt]s$/, '');
}

/** Below a folder of the package, sorted. */
function endingWith(folder, end) {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return files.filter((name) => name.endsWith(end)).sort();
}

/** In the place of `package-suites.ts`: the suites as one chunk, loaded when somebody asks. Their table says the area of each check. */
const suites = endingWith('suites', '.suite.ts');
const ALL_SUITES = 'virtual:all-suites';
const asOne = {
  name: 'suites-as-one',
  enforce: 'pre',
  resolveId: (id) => (id === ALL_SUITES ? `\0${ALL_SUITES}` : undefined),
  load(id) {
    if (id === `\0${ALL_SUITES}`) return suites.map((file) => `import '${join(root, 'suites', file)}';`).join('\n');
    return id.endsWith('suites/runner/package-suites.ts')
      ? `export async function importPackageSuites() { await import('${ALL_SUITES}'); }`
      : undefined;
  },
};

await build({
  root,
  configFile: false,
  envDir: false,
  publicDir: false,
  logLevel: 'warn',
  plugins: [asOne],
  resolve: { extensions: ['.ts', '.js'] },
  ssr: { target: 'node' },
  build: {
    ssr: true,
    outDir: out,
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    sourcemap: false,
    rolldownOptions: {
      input: Object.fromEntries([...bin, ...exported, ...BY_PATH].map((path) => [path, join(root, `${path}.ts`)])),
      treeshake: false,
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js', keepNames: true },
    },
  },
});
