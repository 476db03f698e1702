// Builds the viewer into one file, dist/viewer/index.html: script and style inside, no network. `reports/render/html.ts` puts the data in.
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

const here = dirname(fileURLToPath(import.meta.url));

await build({
  root: here,
  configFile: false,
  envDir: false,
  logLevel: 'warn',
  plugins: [viteSingleFile({ removeViteModuleLoader: true })],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: resolve(here, process.env.TSI_VIEWER_OUT ?? '../../dist/viewer'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
  },
});
