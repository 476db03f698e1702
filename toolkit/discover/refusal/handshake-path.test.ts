// A service behind a path that handshakes do not sign, and how the probe finds that out.
import { expect, it } from 'vitest';
import type { Profile } from '../../profile/profile.js';
import { startReference } from '../../reference/index.js';
import { explainRefusal } from './explain-refusal.js';

const { signal } = new AbortController();

async function explained(habit: string, signBasePath: boolean): Promise<readonly unknown[] | undefined> {
  const reference = await startReference({ accounts: 1, habits: [habit] });
  const { dialect } = reference.profile;
  const spec = 'spec' in dialect ? dialect.spec : {};
  const profile: Profile = { ...reference.profile, dialect: { spec: { ...spec, signBasePath } } };
  try {
    return (await explainRefusal(profile, signal))?.proposals.map(({ place, value }) => [...place, value]);
  } finally {
    await reference.close();
  }
}

it('proposes that handshakes leave out the path that requests sign', async () => {
  expect(await explained('base-path-signed-by-requests-alone', true)).toEqual([
    ['dialect', 'signBasePath', 'requests'],
  ]);
});

it('says nothing where handshakes sign as requests do', async () => {
  expect(await explained('base-path-signed', true)).toBeUndefined();
});
