// What N machines bring to a run, from a report of one (README.md says by which formula): `node arithmetic.mjs conformance-report`.
// With reports of shares instead of one, their measured seconds stand beside what the formula says of the whole.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

/** Start, the longest wait and the report, in seconds: what no machine shortens. */
const FIXED_S = 15;

/** What is counted in a report: requests of each check (handshakes included), those of no check, and its seconds. */
export function countsOf(folder) {
  const requests = new Map();
  for (const line of readFileSync(join(folder, 'journal.ndjson'), 'utf8').split('\n')) {
    if (!/"kind":"(invoke|open)"/.test(line)) continue;
    const { kind, check } = JSON.parse(line);
    if (kind === 'invoke' || kind === 'open') requests.set(check ?? '', (requests.get(check ?? '') ?? 0) + 1);
  }
  const common = requests.get('') ?? 0;
  requests.delete('');
  const { run } = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8'));
  const seconds = (Date.parse(run.finished) - Date.parse(run.started)) / 1000;
  return { requests, common, seconds };
}

/** As the suite shares: a hash of the id of a check (FNV-1a). */
export function shareOf(id, machines) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193) >>> 0;
  return hash % machines;
}

/** Requests of the heaviest of so many shares; what belongs to no check is sent by each. */
export function heaviest({ requests, common }, machines) {
  const shares = new Array(machines).fill(common);
  for (const [id, count] of requests) shares[shareOf(id, machines)] += count;
  return Math.max(...shares);
}

/** Seconds by the formula. `perPod` and `quota` are requests a second, of one pod or of all together. */
export function secondsOn(machines, counts, { latencyMs, accounts, perPod, quota, fixed }) {
  const load = heaviest(counts, machines);
  const pace = Math.min(perPod ?? Infinity, quota === undefined ? Infinity : quota / machines);
  const longest = Math.max(0, ...counts.requests.values());
  const latency = latencyMs / 1000;
  return fixed + Math.max(load / pace, (load * latency) / accounts, longest * latency);
}

function table(counts, machines, scenarios) {
  const row = (cells) => `| ${cells.join(' | ')} |`;
  const lines = [row(['machines', 'requests of the heaviest share', ...scenarios.map(({ name }) => name)])];
  lines.push(
    row(
      lines[0]
        .split('|')
        .slice(1, -1)
        .map((_, index) => (index === 0 ? '---' : '---:')),
    ),
  );
  for (const n of machines) {
    const seconds = scenarios.map((scenario) => `${Math.round(secondsOn(n, counts, scenario))} s`);
    lines.push(row([n, heaviest(counts, n), ...seconds]));
  }
  return lines.join('\n');
}

function main() {
  const number = { type: 'string' };
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'latency-ms': number,
      accounts: number,
      'per-pod': number,
      quota: number,
      fixed: number,
      machines: number,
    },
  });
  const [whole, ...shares] = positionals;
  if (whole === undefined) {
    process.stderr.write(
      'arithmetic.mjs: expected the folder of a report of everything, and after it those of shares, if any\n',
    );
    process.exit(2);
  }
  const given = (name) => (values[name] === undefined ? undefined : Number(values[name]));
  const counts = countsOf(whole);
  const machines = (values.machines ?? '1,2,4,8,16,32').split(',').map(Number);
  const base = {
    latencyMs: given('latency-ms') ?? 50,
    accounts: given('accounts') ?? 8,
    fixed: given('fixed') ?? FIXED_S,
  };
  const chosen = { ...base, perPod: given('per-pod'), quota: given('quota') };
  const isChosen = chosen.perPod !== undefined || chosen.quota !== undefined;
  const scenarios = isChosen
    ? [{ name: 'yours', ...chosen }]
    : [
        { name: 'no quota', ...base },
        { name: '20 a second each', ...base, perPod: 20 },
        { name: '100 a second together', ...base, quota: 100 },
      ];
  const longest = Math.max(0, ...counts.requests.values());
  process.stdout.write(`${table(counts, machines, scenarios)}\n\n`);
  process.stdout.write(`longest check: ${longest} requests; `);
  process.stdout.write(`${base.accounts} accounts, ${base.latencyMs} ms\n`);
  if (shares.length === 0) return;
  const measured = shares.map((folder) => countsOf(folder));
  const sent = measured.map(({ requests, common }) => [...requests.values()].reduce((sum, one) => sum + one, common));
  const foretold = secondsOn(shares.length, counts, scenarios[0]);
  process.stdout.write(`measured on ${shares.length}: ${Math.max(...sent)} requests of the heaviest share (`);
  process.stdout.write(
    `${heaviest(counts, shares.length)} foretold), ${Math.round(Math.max(...measured.map((one) => one.seconds)))} s `,
  );
  process.stdout.write(`(${Math.round(foretold)} s foretold)\n`);
}

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? '')).href) main();
