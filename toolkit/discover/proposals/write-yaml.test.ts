import { expect, it } from 'vitest';
import type { Change } from './apply.js';
import { writeProposals } from './write-yaml.js';

const TEXT = `profile: 1
accounts:
  pool:
    - {id: "1"}
  # foreign: "2"

# What the target has.
# claims: {ticks: false}
name: one
`;
const CHANGE: Change = {
  proposal: { place: ['dialect', 'words'], value: { up: 'UP' }, reason: 'a read', confidence: 'sure' },
  now: undefined,
};

it('leaves every comment where it stood, so that a line can be taken out of it', () => {
  const written = writeProposals(TEXT, [CHANGE], []);
  expect(written.startsWith(TEXT)).toBe(true);
  expect(written).toContain('dialect:');
});
