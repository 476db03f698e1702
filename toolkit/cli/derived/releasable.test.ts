import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageRoot } from '../../base/package-root.js';
import { version } from '../version.js';
import { missingFor } from './releasable.js';

const TAG = `v${version()}`;
const URLS = {
  repository: { type: 'git', url: 'git+https://git.invalid/somebody/tsi-conformance.git' },
  homepage: 'https://somebody.invalid',
  bugs: { url: 'https://somebody.invalid/issues' },
};

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'release-'));
  cpSync(join(packageRoot(), 'reports', 'ci'), join(root, 'reports', 'ci'), { recursive: true });
  cpSync(join(packageRoot(), 'CHANGELOG.md'), join(root, 'CHANGELOG.md'));
  manifest(URLS);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function manifest(more: object): void {
  const own = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as object;
  const { repository: _, homepage: __, bugs: ___, ...bare } = own as Record<string, unknown>; // whatever is filled in by now
  writeFileSync(join(root, 'package.json'), JSON.stringify({ ...bare, ...more }));
}

const missing = (tag: string, repository?: string): readonly string[] =>
  missingFor({ root, tag, ...(repository === undefined ? {} : { repository }) });

it('is ready where everything is filled in', () => {
  expect(missing(TAG, 'somebody/tsi-conformance')).toEqual([]);
});

it('is not ready under another tag, or from another repository', () => {
  expect(missing('v9.9.9')).toEqual([`the tag is v9.9.9, and package.json says ${version()}`]);
  expect(missing(TAG, 'else/tsi-conformance')).toEqual([expect.stringContaining('else/tsi-conformance publishes')]);
});

describe('is not ready while the manifest', () => {
  it('names no repository', () => {
    manifest({});
    expect(missing(TAG)).toEqual(['repository.url', 'homepage', 'bugs.url'].map((one) => `package.json has no ${one}`));
  });

  it('holds a placeholder', () => {
    manifest({ ...URLS, homepage: 'https://github.com/OWNER/tsi-conformance' });
    expect(missing(TAG)).toEqual([expect.stringContaining('homepage of package.json is still a placeholder')]);
  });
});

describe('is not ready while a recipe', () => {
  it.each([
    ['reports/ci/github/workflow.yml', 'uses: OWNER/x@v1'],
    ['reports/ci/image/Dockerfile', '# TODO'],
  ])('holds a placeholder: %s', (file, text) => {
    writeFileSync(join(root, file), text);
    expect(missing(TAG)).toEqual([`${file} has a placeholder`]);
  });

  it.each([
    'tsi-conformance@0.0.1',
    'image: tsi-conformance:0.0.1',
    'TSI_VERSION: 0.0.1',
    "TSI_VERSION = '0.0.1'",
    'version: { default: 0.0.1, regex: x }',
    'ARG VERSION=0.0.1',
  ])('names another version: %s', (text) => {
    const file = 'reports/ci/new/recipe.yml';
    mkdirSync(dirname(join(root, file)));
    writeFileSync(join(root, file), text);
    expect(missing(TAG)).toEqual([`${file} names version 0.0.1`]);
  });
});
