// `tsi serve` as a person uses it: a welcome with lines to paste, a profile that loads, a log, a clean end.

import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageRoot } from '../../base/package-root.js';
import { loadProfile } from '../../profile/loading/load.js';
import { EXIT } from '../exit-codes.js';
import { serveIn } from './serve.test.aid.js';

let cwd: string;
const serve = (...words: string[]) => serveIn(cwd, ...words);
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'tsi-serve-test-'));
});
afterAll(() => rm(cwd, { recursive: true }));

describe('tsi serve', () => {
  it('prints where it is and what to paste, logs requests, and ends in order on a signal', async () => {
    const served = serve('--accounts', '2', '--seed', '9');
    const welcome = await served.welcome;
    const url = /service {3}(\S+)/.exec(welcome)?.[1] ?? '';
    const file = /profile {3}(\S+)/.exec(welcome)?.[1] ?? '';
    expect(welcome).toMatch(
      /tsi sign GET \/v1\/configuration\/accounts\/\S+\/account --profile \S+ --format curl \| sh/,
    );
    const profile = await loadProfile(file);
    expect(profile.baseUrl).toBe(url);
    expect(profile.accounts.pool).toHaveLength(2);
    expect((await fetch(`${url}/v1/nowhere`)).status).toBe(404);
    served.stop();
    expect(await served.ended).toBe(EXIT.conformant);
    expect(served.log.join('')).toMatch(/404 GET \/v1\/nowhere .*RESOURCE_NOT_FOUND/);
    expect(existsSync(file)).toBe(false);
    await expect(fetch(url)).rejects.toThrow();
  });

  it('keeps a profile that was asked for, in the dialect that was asked for', async () => {
    const served = serve('--print-profile', 'sandbox.yaml', '--dialect', 'contrary', '--quiet');
    await served.welcome;
    served.stop();
    await served.ended;
    const profile = await loadProfile(join(cwd, 'sandbox.yaml'));
    expect(JSON.stringify(profile.dialect)).toContain('/v1/portfolio/');
  });

  it('keeps a profile only in place of one that a sandbox has written', async () => {
    const file = join(cwd, 'kept.yaml');
    const keep = async (): Promise<unknown> => {
      const served = serve('--print-profile', 'kept.yaml', '--accounts', '1', '--quiet');
      await served.welcome;
      served.stop();
      return served.ended;
    };
    await writeFile(file, '# of my own\n');
    expect(await keep()).toBe(EXIT.usage);
    expect(await readFile(file, 'utf8')).toBe('# of my own\n');
    await writeFile(file, '');
    expect(await keep()).toBe(EXIT.conformant);
    expect(await keep()).toBe(EXIT.conformant);
  });

  it('speaks the dialect of a target, and says of which', async () => {
    const venue = join(packageRoot(), 'toolkit/reference/speech/dialect/venues/ledger-house.yaml');
    const served = serve('--profile', venue, '--print-profile', 'venue.yaml', '--quiet');
    expect(await served.welcome).toContain('speaks the dialect of ledger-house');
    served.stop();
    expect(await served.ended).toBe(EXIT.conformant);
    const { dialect, baseUrl } = await loadProfile(join(cwd, 'venue.yaml'));
    expect(baseUrl).toContain('127.0.0.1');
    expect(JSON.stringify(dialect)).toContain('/v1/ledgers/{account_id}:now');
  });

  it('names the places of a dialect that cannot be spoken', async () => {
    const file = join(cwd, 'unspeakable.yaml');
    const venue = await readFile(join(packageRoot(), 'toolkit/profile/dialect/odd-spellings.yaml'), 'utf8');
    await writeFile(file, venue.replace('  messages:', '  frames: { kind: null }\n  messages:'));
    const served = serve('--dialect', file);
    expect(await served.ended).toBe(EXIT.usage);
    expect(await served.welcome).toContain('messages.tick: what is said reads back as unknown');
  });

  it.each([
    [['--profile', 'p.yaml', '--dialect', 'default'], '--profile says which dialect to speak'],
    [['--port', '70000'], '--port is a port'],
    [['--dialect', 'odd'], '--dialect is one of default, contrary'],
    [['--fault', 'no-such-fault'], 'no-such-fault'],
    [['--accounts', '0'], '--accounts is a whole number'],
    [['now'], 'unexpected argument'],
  ])('refuses %j as a usage error', async (words, message) => {
    const served = serve(...words);
    expect(await served.ended).toBe(EXIT.usage);
    expect(await served.welcome).toContain(message);
  });

  it('warns beyond loopback, and takes keys there that no seed gives away', async () => {
    const keysOf = async (host: string, name: string): Promise<string> => {
      const served = serve('--host', host, '--seed', '5', '--quiet', '--print-profile', `${name}.yaml`);
      const welcome = await served.welcome;
      served.stop();
      expect(await served.ended).toBe(EXIT.conformant);
      expect(welcome.includes('Warning: bound to')).toBe(host === '0.0.0.0');
      expect(welcome.includes('the control interface stays on loopback')).toBe(host === '0.0.0.0');
      return (await loadProfile(join(cwd, `${name}.yaml`))).keys.main.privateKey;
    };
    const [here, again, there] = [
      await keysOf('127.0.0.1', 'a'),
      await keysOf('localhost', 'b'),
      await keysOf('0.0.0.0', 'c'),
    ];
    expect(here).toBe(again);
    expect(there).not.toBe(here);
  });

  it('says so when a port is taken', async () => {
    const first = serve();
    const port = /service {3}http:\/\/[^:]+:(\d+)/.exec(await first.welcome)?.[1] ?? '';
    const second = serve('--port', port);
    expect(await second.ended).toBe(EXIT.usage);
    expect(await second.welcome).toContain('EADDRINUSE');
    first.stop();
    await first.ended;
  });
});
