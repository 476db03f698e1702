import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../toolkit/base/package-root.js';
import { createVerifier, publicKeyPem } from '../../toolkit/signing/index.js';
import { freshFolder, makeReport, removeReports, root, SUITE, signer, stranger, verify } from './certified.test.aid.js';
import { parseEnvelope, preAuthEncoding } from './dsse.js';
import type { Tampering } from './edits.test.aid.js';
import { loadPolicy } from './policy.js';
import { BY_THE_SIGNER } from './resigned.test.aid.js';
import { byStrangers } from './tampering.test.aid.js';
import { BrokenLink } from './verification-links.js';

const hasJq = spawnSync('jq', ['--version']).status === 0 && spawnSync('openssl', ['version']).status === 0;
let sound = '';
let withFailure = '';
beforeAll(async () => {
  sound = await makeReport(['pass', 'inconclusive', 'inconclusive', 'not-applicable']);
  withFailure = await makeReport(['pass', 'fail']);
});
afterAll(removeReports);

describe('a certificate', () => {
  it('verifies with the public key alone, and names the level', async () => {
    const run = await makeReport(['pass', 'not-applicable', 'inconclusive']);
    expect(await verify(run)).toMatchObject({ level: 'standard', binding: 'endpoint', suiteDigest: SUITE });
    expect((await verify(run)).validUntil).toBe('2026-08-28T10:00:04.100Z');
  });

  it('reaches the highest level when everything was decided', async () => {
    expect((await verify(await makeReport())).level).toBe('complete');
  });

  it('verifies with openssl as well', () => {
    const line = readFileSync(join(sound, 'certificate.intoto.jsonl'), 'utf8').split('\n')[0] ?? '';
    const envelope = parseEnvelope(line);
    const files = { message: join(root, 'pae.bin'), sig: join(root, 'sig.bin'), pub: join(root, 'pub.pem') };
    writeFileSync(files.message, preAuthEncoding(envelope.payloadType, Buffer.from(envelope.payload, 'base64')));
    writeFileSync(files.sig, Buffer.from(envelope.signatures[0]?.sig ?? '', 'base64'));
    writeFileSync(files.pub, publicKeyPem(signer.publicKey));
    const openssl = spawnSync(
      'openssl',
      ['pkeyutl', '-verify', '-pubin', '-inkey', files.pub, '-rawin', '-in', files.message, '-sigfile', files.sig],
      { encoding: 'utf8' },
    );
    // Machines without openssl have nothing to compare with.
    if (openssl.error === undefined) expect(openssl.stdout).toContain('Signature Verified Successfully');
    const id = spawnSync('sh', ['-c', `openssl pkey -pubin -in ${files.pub} -outform DER | sha256sum`], {
      encoding: 'utf8',
    });
    if (openssl.error === undefined) expect(id.stdout).toContain(envelope.signatures[0]?.keyid);
  });

  it.runIf(hasJq)('verifies with the lines of the README (where jq and openssl are installed)', () => {
    const readme = readFileSync(join(packageRoot(), 'reports/certificate/README.md'), 'utf8');
    const script = /```sh\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
    const dir = freshFolder();
    cpSync(sound, dir, { recursive: true });
    writeFileSync(join(dir, 'certificate-key.pem.pub'), publicKeyPem(signer.publicKey));
    const shell = spawnSync('sh', ['-euc', script], { cwd: dir, encoding: 'utf8' });
    expect(shell.stdout).toContain('Signature Verified Successfully');
    const digest = /^[0-9a-f]{64}/m.exec(shell.stdout)?.[0] ?? 'none';
    expect(readFileSync(join(dir, 'statement.json'), 'utf8')).toContain(digest);
  });

  it('signs what DSSE says', () => {
    expect(Buffer.from(preAuthEncoding('http://example.com/HelloWorld', Buffer.from('hello world'))).toString()).toBe(
      'DSSEv1 29 http://example.com/HelloWorld 11 hello world',
    );
  });

  it('can certify a failure, which reaches no level', async () => {
    await expect(verify(withFailure)).rejects.toThrow(
      /no level of the policy is reached: 1 check failed: orders\.rule-0\/case-1/,
    );
  });
});

describe('tampering', () => {
  async function caught([, link, message, change]: Tampering, base: string): Promise<void> {
    const dir = freshFolder();
    cpSync(base, dir, { recursive: true });
    await change(dir);
    const outcome = await verify(dir).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(outcome).toBeInstanceOf(BrokenLink);
    expect(outcome).toMatchObject({ link, message: expect.stringMatching(message) });
  }

  it.each(byStrangers('').map(([what, link], index) => [what, link, index] as const))(
    'of a stranger is caught: %s (%s)',
    async (_what, _link, index) => {
      const tampering = byStrangers(withFailure)[index];
      if (tampering === undefined) throw new RangeError('no such tampering');
      await caught(tampering, sound);
    },
  );
  it.each(BY_THE_SIGNER)('of the signer is caught: %s (%s)', async (...tampering) => caught(tampering, withFailure));

  it('was tried at least 50 times', () => {
    expect(byStrangers('').length + BY_THE_SIGNER.length).toBeGreaterThanOrEqual(50);
  });

  it('by time is caught: too old, and from the future', async () => {
    const run = await makeReport();
    await expect(verify(run, { now: new Date('2027-01-01') })).rejects.toMatchObject({
      link: 'age',
      message: expect.stringMatching(/ended on 2026-08-28/),
    });
    await expect(verify(run, { now: new Date('2026-01-01') })).rejects.toMatchObject({
      link: 'age',
      message: expect.stringMatching(/in the future/),
    });
  });

  it('by the wrong key is caught', async () => {
    await expect(verify(sound, { verifier: createVerifier(stranger.publicKey) })).rejects.toMatchObject({
      link: 'signature',
    });
  });

  it('by a lax policy is caught, and a stricter one of the verifier decides', async () => {
    const path = join(root, 'policy.yaml');
    const original = readFileSync(join(packageRoot(), 'reports/certificate/policy.yaml'), 'utf8');
    writeFileSync(path, original.replace('undecided: unreachable', 'undecided: none'));
    const stricter = await loadPolicy(path);
    const run = await makeReport(['pass', 'pass', 'inconclusive']);
    await expect(verify(run, { policy: stricter })).rejects.toMatchObject({ link: 'policy' });
    expect((await verify(run)).level).toBe('standard');
    expect((await verify(run, { policy: stricter, samePolicy: false })).level).toBe('provisional');
  });

  it('by a policy of aliases is refused before any of them is resolved', async () => {
    const path = join(root, 'aliases.yaml');
    writeFileSync(path, 'policy: 1\nname: &name x\nlevels: [*name, *name]\n');
    await expect(loadPolicy(path)).rejects.toMatchObject({ code: 'policy-invalid' });
  });
});
