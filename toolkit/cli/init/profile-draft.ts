// The text of a profile with what was proposed for it so far, from descriptions and from looks at the target: nothing is written before
// all is known. What is found later goes before what was found earlier.
import { forLogLine } from '../../../reports/model/sanitize.js';
import { applyProposals, type Change } from '../../discover/proposals/apply.js';
import { missingOf } from '../../discover/proposals/missing.js';
import type { Findings, Missing, Proposal } from '../../discover/proposals/proposal.js';
import { changeLines, statedDialect, writeProposals } from '../../discover/proposals/write-yaml.js';
import type { JsonObject } from '../../payload/json.js';
import { isJsonObject } from '../../payload/json-kind.js';
import type { CommandIo } from '../command.js';

export class ProfileDraft {
  readonly #io: CommandIo;
  #base: string;
  readonly #proposals: Proposal[] = [];
  /** What the probe found so far, each look anew from all that was seen. */
  #seen: Findings = { proposals: [], confirmed: [], remarks: [] };
  readonly #facts: Change[] = [];
  readonly #confirmed: (readonly string[])[] = [];
  readonly #remarks: string[] = [];
  #changes: readonly Change[] = [];

  constructor(base: string, io: CommandIo) {
    this.#base = base;
    this.#io = io;
  }

  /** The dialect without what the probe found. */
  get stated(): ReturnType<typeof statedDialect> {
    return applyProposals(statedDialect(this.#base), this.#proposals).dialect;
  }

  /** Later findings go before earlier ones. */
  take(what: string, findings: Findings): void {
    this.#proposals.unshift(...findings.proposals);
    this.#confirmed.push(...findings.confirmed);
    this.#remarks.push(...findings.remarks);
    this.#settle(what, findings);
  }

  /** What the target showed stands for what it showed before, and before what describes it. */
  see(what: string, findings: Findings): void {
    this.#remarks.push(...this.#seen.remarks);
    this.#seen = findings;
    this.#settle(what, findings);
  }

  /** A member of the profile beside its dialect. */
  put(proposal: Proposal): void {
    this.#facts.push({ proposal, now: undefined });
  }

  #settle(what: string, { proposals, confirmed: read }: Findings): void {
    const all = [...this.#seen.proposals, ...this.#proposals];
    const { changes, confirmed } = applyProposals(statedDialect(this.#base), all);
    this.#changes = changes;
    this.#io.stderr.write(
      `${what}: ${proposals.length} found, ${read.length} read already; so far ${changes.length} to state, ${confirmed.length} as stated\n`,
    );
  }

  rebase(base: string): void {
    this.#base = base;
  }

  keepDescription(openapi: string): void {
    if (/^openapi:/m.test(this.#base)) return;
    this.#base = this.#base.replace(/^# openapi: openapi\.yaml$/m, `openapi: ${JSON.stringify(openapi)}`);
  }

  text(isWhole: boolean): string {
    return writeProposals(this.#base, [...this.#facts, ...this.#changes], isWhole ? this.#missing() : []);
  }

  #missing(): readonly Missing[] {
    const stated = placesOf(statedDialect(this.#base));
    const found = [...this.#seen.proposals, ...this.#proposals].map(({ place }) => place);
    return missingOf([...found, ...this.#seen.confirmed, ...this.#confirmed, ...stated]);
  }

  /** What was not found says nothing where nothing could be looked for. */
  report(isReachable: boolean): void {
    const { stderr } = this.#io;
    for (const line of changeLines([...this.#facts, ...this.#changes])) stderr.write(`  ${forLogLine(line)}\n`);
    for (const remark of new Set([...this.#remarks, ...this.#seen.remarks]))
      stderr.write(`  ! ${forLogLine(remark)}\n`);
    const missing = isReachable ? this.#missing() : [];
    if (missing.length > 0) {
      stderr.write(`  ${missing.length} not found; each is a TODO at the end of the profile, with what it unlocks\n`);
    }
  }
}

/** What a profile states of its dialect, down to members. */
function placesOf(dialect: JsonObject): readonly (readonly string[])[] {
  return Object.entries(dialect).flatMap(([part, value]) =>
    Object.entries(isJsonObject(value) ? value : {}).flatMap(([name, inner]) => [
      ['dialect', part, name],
      ...Object.keys(isJsonObject(inner) ? inner : {}).map((member) => ['dialect', part, name, member]),
    ]),
  );
}
