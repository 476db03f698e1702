// The workflow that publishes: what it may do, whom it trusts, and that it evaluates nothing that somebody else wrote.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../base/package-root.js';
import { frozenCatalogue, frozenVersions } from '../../requirements/frozen-catalogue.js';
import { version } from '../version.js';

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Workflow {
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, { readonly permissions: object; readonly steps: readonly Step[] }>>;
}

const root = packageRoot();
const text = readFileSync(join(root, '.github', 'workflows', 'release.yml'), 'utf8');
const { permissions, jobs } = parse(text) as Workflow; // the form of a workflow; what counts is looked at below
const steps = Object.values(jobs).flatMap((job) => job.steps);

describe('a release', () => {
  it('names the actions of others by their digest', () => {
    const used = steps.flatMap(({ uses }) => uses ?? []);
    expect(used.filter((one) => !/^actions\/[a-z-]+@[0-9a-f]{40}$/.test(one))).toEqual([]);
    expect(used.length).toBeGreaterThan(0);
  });

  it('lets only the job that publishes speak for the project, and holds no token', () => {
    expect(permissions).toEqual({});
    expect(jobs['pack']?.permissions).toEqual({ contents: 'read' });
    expect(jobs['publish']?.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
    expect(text).not.toMatch(/secrets\.|NODE_AUTH_TOKEN/);
  });

  it('puts nothing into its scripts that somebody else wrote', () => {
    expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
  });

  it('publishes with provenance, and has a part in the changelog', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true });
    expect(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')).toMatch(new RegExp(`^## \\[${version()}\\]`, 'm'));
  });

  it('has a frozen catalogue of its own', () => {
    const newest = frozenCatalogue(frozenVersions().at(-1) ?? '');
    expect(newest?.suite).toBe(version());
    expect(existsSync(join(root, 'toolkit', 'requirements', 'frozen', `${newest?.catalogue}.json`))).toBe(true);
  });
});
