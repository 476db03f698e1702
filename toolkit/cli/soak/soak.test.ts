// Short soaks of the reference: honest ones find nothing, rare faults are found with a story.
import { describe, expect, it } from 'vitest';
import { type SoakReport, soak } from '../../../suites/soak/soak.js';
import { type ReferenceOptions, startReference } from '../../reference/index.js';

/** Short waits: what is overdue is known soon, and what lags behind is still waited for. */
const FOR_MS = 4000;
const TIMING = { answerMs: 5000, resultMs: 1500, eventMs: 1000, quietMs: 100 };

async function soaked(options: ReferenceOptions, disturbMs: number | undefined): Promise<SoakReport> {
  const reference = await startReference(options);
  try {
    return await soak({
      run: 'test',
      profile: { ...reference.profile, timing: TIMING },
      seed: 'seed',
      forMs: FOR_MS,
      accounts: 2,
      round: { clients: 3, forMs: FOR_MS, records: 4000, disturbMs },
      rate: 0,
      lowered: {},
      signal: new AbortController().signal,
    });
  } finally {
    await reference.close();
  }
}

/** A busy machine gets little done in a short time: a few soaks are as good as a longer one. */
async function soakedUntilFound(options: ReferenceOptions, disturbMs?: number): Promise<SoakReport> {
  let report = await soaked(options, disturbMs);
  for (let again = 0; again < 4 && report.failures === 0; again += 1) report = await soaked(options, disturbMs);
  return report;
}

const told = ({ findings }: SoakReport): readonly string[] => findings.map(({ finding }) => finding.requirement);

describe('a soak', () => {
  it.each(['default', 'contrary'] as const)(
    'finds nothing on an honest service in the dialect %s',
    async (dialect) => {
      const report = await soaked({ dialect }, 200);
      expect(report.findings.map(({ finding }) => finding)).toEqual([]);
      expect(report.figures.operations).toBeGreaterThan(10);
      expect(report.met).toBeGreaterThan(20);
      expect(report.notes).toEqual([]);
    },
    60_000,
  );

  it('finds an operation in fifty that never comes to a result, and tells its story', async () => {
    const report = await soakedUntilFound({ faults: ['result-lost-once-in-fifty'] });
    expect(told(report)).toContain('domain.every-ack-one-result');
    expect(report.findings[0]?.story.length).toBeLessThan(200);
  }, 120_000);

  it('finds snapshots that lack what events have told', async () => {
    const report = await soakedUntilFound({ faults: ['snapshot-without-the-newest-order'] });
    expect(told(report)).toContain('domain.open-orders-in-snapshot');
  }, 120_000);
});
