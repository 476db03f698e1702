import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createVerifier } from '../../toolkit/signing/index.js';
import { parseXml } from '../formats/xml.test.aid.js';
import { HOSTILE_TEXTS } from '../sample.test.aid.js';
import { SAMPLE_EXAMINER } from '../sample-run.test.aid.js';
import { badgeJson, badgeOf, badgeSvg, type Certified } from './badge.js';
import { type CertificateStatus, certificateStatusOf } from './certificate-status.js';
import { makeReport, removeReports, signer, stranger } from './certified.test.aid.js';
import { loadPolicy } from './policy.js';

afterAll(removeReports);

const NOW = new Date('2026-03-15T00:00:00Z');

async function status(dir: string, now = NOW, by = [signer]): Promise<CertificateStatus> {
  const verifiers = by.map(({ publicKey }) => createVerifier(publicKey));
  return certificateStatusOf({
    dir,
    verifiers,
    policy: await loadPolicy(),
    samePolicy: true,
    examiner: SAMPLE_EXAMINER,
    now,
  });
}

async function badge(dir: string, now = NOW): Promise<string> {
  const found = await status(dir, now);
  if (found.kind === 'unverified') return 'none';
  const { message, color } = badgeOf(found);
  return `${message} (${color})`;
}

describe('what a certified report is worth', () => {
  it('is its level, until it is over', async () => {
    const dir = await makeReport();
    await expect(status(dir)).resolves.toMatchObject({ kind: 'valid', level: expect.any(String) });
    await expect(badge(dir)).resolves.toMatch(/^\w+, until 2026-\d\d-\d\d \(brightgreen\)$/);
    const later = new Date('2029-01-01T00:00:00Z');
    await expect(status(dir, later)).resolves.toMatchObject({ kind: 'expired' });
    await expect(badge(dir, later)).resolves.toMatch(/^expired on 2026-\d\d-\d\d \(lightgrey\)$/);
  });

  it('is a failure where the failure is what was certified', async () => {
    const dir = await makeReport(['fail']);
    await expect(status(dir)).resolves.toMatchObject({ kind: 'failed' });
    await expect(badge(dir)).resolves.toMatch(/^not conformant, 2026-\d\d-\d\d \(red\)$/);
  });

  it('is nothing where a file was changed or another key signed', async () => {
    const dir = await makeReport();
    await expect(status(dir, NOW, [stranger])).resolves.toMatchObject({ kind: 'unverified' });
    await expect(status(dir, NOW, [])).resolves.toMatchObject({ kind: 'unverified' });
    await expect(status(dir, NOW, [stranger, signer])).resolves.toMatchObject({ kind: 'valid' });
    appendFileSync(join(dir, 'summary.md'), ' ');
    await expect(status(dir)).resolves.toMatchObject({
      kind: 'unverified',
      reason: expect.stringContaining('files'),
    });
  });
});

describe('a badge', () => {
  it('says the same as picture and as JSON', async () => {
    const found = (await status(await makeReport())) as Certified; // as the test above shows
    const made = badgeOf(found);
    const { label, message, schemaVersion } = JSON.parse(badgeJson(made));
    expect([schemaVersion, label]).toEqual([1, made.label]);
    const svg = parseXml(badgeSvg(made));
    expect(svg.attributes.get('aria-label')).toBe(`${label}: ${message}`);
    expect(svg.attributes.get('role')).toBe('img');
  });

  it.each(HOSTILE_TEXTS)('stays a picture whatever stands in it: %j', (text) => {
    const svg = parseXml(badgeSvg({ label: text, message: text, color: 'red' }));
    expect(svg.children.map(({ name }) => name)).toEqual(['title', 'clipPath', 'g', 'g']);
  });
});
