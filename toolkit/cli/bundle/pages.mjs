// `node toolkit/cli/bundle/pages.mjs [PAGE [FILE]]`: builds the pages of the package, or one of them, each into one file with script and
// style inside. Those that are served say a policy which allows that and nothing else.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

/** `policy`: what a page may do besides running its own script and style; the report is a file, for which servers set none. */
const PAGES = {
  report: { root: 'reports/viewer', file: 'dist/viewer/index.html' },
  doctor: { root: 'toolkit/doctor/web', file: 'dist/doctor.html', policy: [] },
  sandbox: {
    root: 'toolkit/reference/page/web',
    file: 'dist/sandbox.html',
    policy: ["connect-src 'self'", 'img-src data:'],
  },
};

const packageRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const [name, file] = process.argv.slice(2);
for (const page of name === undefined ? Object.values(PAGES) : [{ ...PAGES[name], ...(file && { file }) }]) {
  const html = await built(resolve(packageRoot, page.root));
  const target = resolve(packageRoot, page.file);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, page.policy === undefined ? html : withPolicy(html, page.policy));
}

async function built(root) {
  const outDir = mkdtempSync(join(tmpdir(), 'tsi-page-'));
  try {
    await build({
      root,
      configFile: false,
      envDir: false,
      logLevel: 'warn',
      plugins: [viteSingleFile({ removeViteModuleLoader: true })],
      oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
      build: { outDir, emptyOutDir: true, target: 'es2022', modulePreload: false },
    });
    return readFileSync(join(outDir, 'index.html'), 'utf8');
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

function withPolicy(html, directives) {
  const hashes = (tag) =>
    [...html.matchAll(new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))].map(
      ([, text]) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
  const policy = [
    "default-src 'none'",
    `script-src ${hashes('script').join(' ')}`,
    `style-src ${hashes('style').join(' ')}`,
    ...directives,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html.replace(
    '<meta charset="utf-8">',
    `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
}
