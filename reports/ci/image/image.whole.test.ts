// The image: what its Dockerfile says, and the same done in a clean root by `replay.sh`, where this machine lets somebody mount.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../../toolkit/base/package-root.js';

const FOLDER = join(packageRoot(), 'reports/ci/image');
const dockerfile = readFileSync(join(FOLDER, 'Dockerfile'), 'utf8');

describe('the Dockerfile', () => {
  it('pins its base by digest, and runs tsi as somebody without rights', () => {
    expect(dockerfile).toMatch(/^ARG BASE=node:20-slim@sha256:[0-9a-f]{64}$/m);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the Dockerfile
    expect(dockerfile.match(/^FROM .*/gm)?.every((line) => line.startsWith('FROM ${BASE}'))).toBe(true);
    const [, last = ''] = dockerfile.split(/^FROM (?!.* AS )/m);
    expect(last).toMatch(/^USER 10001:10001$[\s\S]*^ENTRYPOINT \["tsi"\]$\s^CMD \["--help"\]$/m);
    expect(last).not.toMatch(/npm|apt-get/);
  });
});

describe('compose.yaml', () => {
  it('gives every container of the suite a root that cannot be written, and no rights', () => {
    const text = readFileSync(join(FOLDER, 'compose.yaml'), 'utf8');
    const { services } = parse(text, { merge: true }) as { services: Record<string, { image: string }> };
    const suite = Object.values(services).filter(({ image }) => image.startsWith('tsi-conformance:'));
    expect(suite).toHaveLength(2);
    for (const service of suite) expect(service).toMatchObject({ read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] });
  });
});

const mayMount = spawnSync('unshare', [
  '--mount',
  '--propagation',
  'private',
  'mount',
  '-t',
  'tmpfs',
  'x',
  '/mnt',
]).status;

describe.skipIf(mayMount !== 0)('replay.sh', () => {
  it('judges from a root that cannot be written, as a user without rights', { timeout: 240_000 }, () => {
    const words = ['run', 'ack.status-202/order', '--reference'];
    const { status, stderr } = spawnSync('bash', [join(FOLDER, 'replay.sh'), ...words], { encoding: 'utf8' });
    expect(status, stderr.slice(-2000)).toBe(0);
    expect(stderr).toMatch(/\| the package +\| +\d+ \| +[\d.]+ MB \|/);
    expect(stderr).toContain('report  /work/conformance-report/partial/');
    const [, megabytes = ''] = /\| this layer, compressed +\| +\| +([\d.]+) MB/.exec(stderr) ?? [];
    // With the 70 MB of the base, below 130.
    expect(Number(megabytes)).toBeLessThan(60);
  });
});
