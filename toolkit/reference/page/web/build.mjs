// Builds the page of a sandbox into one file, dist/sandbox.html: script and style inside, a policy that allows those and nothing else.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { viteSingleFile } from 'vite-plugin-singlefile';

const here = dirname(fileURLToPath(import.meta.url));
const target = resolve(here, process.env.TSI_SANDBOX_OUT ?? '../../../../dist/sandbox.html');
const folder = mkdtempSync(join(tmpdir(), 'tsi-sandbox-page-'));

try {
  await build({
    root: here,
    configFile: false,
    envDir: false,
    logLevel: 'warn',
    plugins: [viteSingleFile({ removeViteModuleLoader: true })],
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: { outDir: folder, emptyOutDir: true, target: 'es2022', modulePreload: false },
  });
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, withPolicy(html));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function withPolicy(html) {
  const hashes = (tag) =>
    [...html.matchAll(new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))].map(
      ([, text]) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
  const policy = [
    "default-src 'none'",
    `script-src ${hashes('script').join(' ')}`,
    `style-src ${hashes('style').join(' ')}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html.replace(
    '<meta charset="utf-8">',
    `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">`,
  );
}
