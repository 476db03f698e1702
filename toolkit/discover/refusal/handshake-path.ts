// Whether handshakes sign the path of the base address though requests do not, or the other way about (interface 4.5.1 states the path
// that the events handshake signs; 5.2 that requests sign the path as sent; open for a base address that has a path).
import { loadDialect } from '../../profile/dialect/load-dialect.js';
import type { Profile } from '../../profile/profile.js';
import { createProbeClient } from '../probe/client.js';
import type { Proposal } from '../proposals/proposal.js';
import { pathOf } from './ways.js';

export interface HandshakePath {
  readonly proposal: Proposal;
  readonly remark: string;
}

/** What the profile has to state for its handshakes; undefined where they are accepted as it is, or are not by another path either. */
export async function handshakePath(profile: Profile, signal: AbortSignal): Promise<HandshakePath | undefined> {
  if (pathOf(profile.streamUrl) === '' || 'module' in profile.dialect) return undefined;
  const { spec } = profile.dialect;
  const value = spec['signBasePath'] === false ? 'streams' : 'requests';
  const other = { ...profile, dialect: { spec: { ...spec, signBasePath: value } } };
  if (await opens(profile, signal)) return undefined;
  if (!(await opens(other, signal))) return undefined;
  const how = `with ${pathOf(profile.streamUrl)} ${value === 'streams' ? 'in' : 'left out of'} the signed path`;
  return {
    proposal: {
      place: ['dialect', 'signBasePath'],
      value,
      reason: `a handshake of the events stream, accepted ${how} and refused otherwise`,
      confidence: 'sure',
    },
    remark: `the handshake of the events stream is accepted ${how}: state dialect: {signBasePath: ${value}}`,
  };
}

async function opens(profile: Profile, signal: AbortSignal): Promise<boolean> {
  const dialect = await loadDialect(profile);
  const client = createProbeClient(profile, (path) => dialect.signedPath(path), signal);
  const accountId = profile.accounts.pool[0]?.id ?? '';
  try {
    // The first answer shows the target's clock.
    await client.send(dialect, 'account', { accountId });
    const { connection } = await client.open(dialect, 'eventsStream', accountId);
    await connection?.close();
    return connection !== undefined;
  } finally {
    await client.close();
  }
}
