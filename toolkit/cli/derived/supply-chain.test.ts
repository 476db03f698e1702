import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { packageRoot } from '../../base/package-root.js';
import { type Lockfile, sbomOf } from './sbom.js';

const root = packageRoot();
const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile; // npm wrote it
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')); // this project's
const entries = Object.entries(lockfile.packages).filter(([place]) => place !== '');

describe('what an installation rests on', () => {
  it('has a digest for whatever is installed, on any machine', () => {
    const bare = entries.filter(([, { integrity, link }]) => integrity === undefined && link !== true);
    expect(bare.map(([place]) => place)).toEqual([]);
  });

  it('names no address to download from', () => {
    expect(entries.filter(([, entry]) => 'resolved' in entry)).toEqual([]);
  });

  it('reports nothing to anybody', () => {
    expect(entries.map(([place]) => place).filter((place) => /scarf|telemetry|analytics/i.test(place))).toEqual([]);
  });

  it('runs no script of its own when it is installed as a dependency', () => {
    expect(Object.keys(own.scripts).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([]);
  });
});

describe('the bill of materials', () => {
  it('lists every package that an installation brings along, with its digest and licence', () => {
    const { components, metadata } = sbomOf(lockfile, own) as {
      components: { name: string; hashes?: { content: string }[]; licenses?: object[] }[];
      metadata: { component: { purl: string } };
    };
    expect(metadata.component.purl).toBe(`pkg:npm/tsi-conformance@${own.version}`);
    expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(own.dependencies)));
    expect(components.map(({ name }) => name)).not.toContain('typescript');
    for (const { hashes } of components) expect(hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/);
  });

  it('is in the build, as it follows from the lockfile', () => {
    const path = join(root, 'dist/sbom.cdx.json');
    // Tests run behind a build; one that is older than this file has none.
    if (!existsSync(path)) return;
    const built: unknown = JSON.parse(readFileSync(path, 'utf8'));
    expect(built).toEqual(JSON.parse(JSON.stringify(sbomOf(lockfile, own))));
  });
});
