// A report of a whole client run as `tsi client run` leaves it, but with an invented client: an assertion for each check, and no service.
// For tests of certificates, which need every check of the plan.
import type { Results } from '../../../reports/model/model.js';
import { planClient } from '../../../suites/clients/playing/plan.js';
import type { PlayedCheck } from '../../../suites/clients/playing/play.js';
import { venueOf } from '../../../suites/clients/playing/testbed.js';
import { loadClientChecks } from '../../../suites/clients/stage/registry.js';
import type { ClientIntroduction } from '../../intents/index.js';
import type { RecordSink } from '../../journal/index.js';
import { REMARK } from '../../journal/record.js';
import { loadCatalogue } from '../../requirements/catalogue.js';
import type { CommandIo } from '../command.js';
import { command as clientCommand } from '../commands/client.js';
import { parseCommandLine } from '../parse.js';
import { playAndReport } from './play-and-report.js';
import { shareOfPlan } from './prepare-client.js';
import { watchedPlan } from './watched-plan.js';

export interface Invention {
  readonly client: Pick<ClientIntroduction, 'capabilities' | 'claims'>;
  readonly words?: readonly string[];
  readonly watched?: boolean;
  /** Ids of checks that fail, or stay open; the others pass. */
  readonly failing?: string;
  readonly open?: string;
}

const SILENT = { write: () => undefined, isTty: false, columns: 80 };
const NOTHING = { selectors: [], sections: [] };

export async function inventRun(dir: string, invention: Invention): Promise<Results> {
  const [catalogue, checks, venue] = await Promise.all([loadCatalogue(), loadClientChecks(), venueOf('default', 7)]);
  const client = { implementation: 'invented 1.0', language: 'none', ...invention.client };
  const watch = watchedPlan(catalogue.byId, client, NOTHING);
  const plan = invention.watched === true ? watch.plan : planClient(checks.values(), catalogue.byId, client, NOTHING);
  const io: CommandIo = {
    stdout: SILENT,
    stderr: SILENT,
    stdin: (async function* () {})(),
    env: {},
    cwd: dir,
    signal: new AbortController().signal,
    commandLine: 'tsi client run --exec invented',
    program: 'tsi',
  };
  const run = {
    catalogue,
    venue,
    source: { open: () => Promise.reject(new Error('invented')), most: 1, fresh: true, embedded: false },
    client,
    plan: shareOfPlan(plan, undefined),
    wish: { selection: NOTHING, shard: undefined, effort: 'standard' },
    command: 'invented',
    more: invention.watched === true ? watch.checks : [],
    reproduce: (id: string) => `tsi client run ${id} --exec invented`,
  } as const;
  const args = parseCommandLine(clientCommand, ['run', '--exec', 'invented', ...(invention.words ?? [])]);
  return playAndReport(
    { folder: dir, lock: { demandOurs: () => undefined, release: () => undefined } },
    run,
    { args, io },
    async ({ journal }, tell) => {
      const due = plan.items.filter(({ obstacle }) => obstacle === undefined);
      const played = due.map(({ check }) => ending(check.spec.id, invention, journal));
      for (const one of played) tell.ended(one);
      return played;
    },
  );
}

function ending(check: string, { failing, open }: Invention, journal: RecordSink | undefined): PlayedCheck {
  const [requirement = ''] = check.split('/');
  const nothing = { check, durationMs: 1, observed: [], scenes: [], evidence: [] };
  if (check === open) return { ...nothing, verdict: 'inconclusive', reason: 'not seen: an order', asserted: [] };
  const holds = check !== failing;
  const said = { expected: 'one key', ...(!holds && { actual: 'two keys' }) };
  const parsed = { answered: { operation: 'place', said: { keys: holds ? 1 : 2 } } };
  const record = journal?.append({ ...REMARK, kind: 'info', check, actor: 'client', parsed });
  const fact = { record, pointer: '/answered/said/keys', predicate: 'equals', expected: 1 };
  const asserted = [{ requirement, holds, ...said, grounds: { shown: [fact] } }] as PlayedCheck['asserted']; // an id of a check begins with one
  if (holds) return { ...nothing, verdict: 'pass', asserted };
  return { ...nothing, verdict: 'fail', reason: 'expected one key, got two keys', ...said, asserted };
}
