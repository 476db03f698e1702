// One check as a story: what happened in three sentences, when, what was expected instead, and then everything that crossed the wire.
import type { JSX } from 'preact';
import { memberOf } from '../../../toolkit/payload/json-kind.js';
import type { CheckResult, RequirementResult } from '../../model/model.js';
import { asPasted } from '../../model/pasted.js';
import { reasonInWords } from '../../model/plain-words.js';
import { requirementsOf } from '../../model/violated.js';
import { wordOf } from '../../model/words.js';
import type { ViewerData, ViewerRecord } from '../../render/viewer-data.js';
import { issueText } from '../../story/issue-text.js';
import { decisiveRequest, resignedRequest } from '../../story/resigned-request.js';
import type { Scope } from '../../story/scope.js';
import { sentencesList, sentencesOf } from '../../story/sentences.js';
import { type Step, stepsOf } from '../../story/steps.js';
import { Command } from '../command.js';
import { CopyButton } from '../copy-button.js';
import { duration } from '../format.js';
import { SignatureFinding } from '../records/signature-finding.js';
import { checkHref, requirementHref, viewHref } from '../route.js';
import { Timeline } from '../timeline/timeline.js';
import { Badge } from '../verdict.js';
import { visible } from '../visible.js';
import { Beside } from './beside.js';
import { ExpectedActual } from './expected-actual.js';
import { AllRecords, Steps } from './steps.js';
import { useEvidence } from './use-evidence.js';

interface Shown {
  readonly data: ViewerData;
  readonly check: CheckResult;
}

export function CheckPage({ data, id }: { readonly data: ViewerData; readonly id: string }): JSX.Element {
  const check = data.results.checks.find((one) => one.id === id);
  if (check === undefined) {
    return (
      <>
        <h1>No such check</h1>
        <p>
          <code>{visible(id)}</code> is not in this report. <a href={viewHref('checks')}>All checks</a>
        </p>
      </>
    );
  }
  return <Told key={check.id} data={data} check={check} />;
}

function Told({ data, check }: Shown): JSX.Element {
  const { level } = data.results.run;
  const evidence = useEvidence(data, check);
  const records = evidence.records ?? [];
  const scope = evidence.scope;
  const steps = scope === undefined ? [] : stepsOf(scope.items, check.evidence, records[0]?.t ?? 0);
  return (
    <article class="check-page">
      <p class="crumbs">
        <a href={viewHref('checks')}>Checks</a> / <a href={viewHref('checks', { area: check.area })}>{check.area}</a>
      </p>
      <h1>
        <Badge word={wordOf(check, level)} /> {check.title}
      </h1>
      <p class="muted facts-line">
        <code>{check.id}</code> · {check.kind} · {check.level} · {duration(check.durationMs)}
      </p>
      <Story data={data} check={check} scope={scope} steps={steps} records={records} />
      <Timeline steps={steps} records={records} evidence={check.evidence} />
      <ExpectedActual check={check} />
      {check.signature === undefined ? null : <SignatureFinding found={check.signature} />}
      {evidence.defect === undefined ? null : (
        <p class="fail">The evidence in this page cannot be read: {evidence.defect}</p>
      )}
      {evidence.isMissing ? <MissingEvidence data={data} check={check} /> : null}
      {steps.length === 0 ? null : <Steps data={data} check={check} steps={steps} records={records} />}
      <Beside results={data.results} check={check} />
      <section aria-labelledby="reproduce">
        <h2 id="reproduce">See it again</h2>
        <Command text={asPasted(data.results.run, check.reproduce)} />
        {check.source === undefined ? null : (
          <p class="muted">
            Declared in <code>{check.line === undefined ? check.source : `${check.source}:${check.line}`}</code>
          </p>
        )}
      </section>
      <OtherRequirements check={check} data={data} />
      <Measured data={data} check={check} />
      {scope === undefined || scope.others === 0 ? null : (
        <AllRecords data={data} check={check} records={records} others={scope.others} />
      )}
    </article>
  );
}

interface StoryProps extends Shown {
  readonly scope: Scope | undefined;
  readonly steps: readonly Step[];
  readonly records: readonly ViewerRecord[];
}

function Story({ data, check, scope, steps, records }: StoryProps): JSX.Element {
  const { run, requirements } = data.results;
  const sentences =
    scope === undefined ? { done: '', came: '', expected: reasonInWords(check) ?? '' } : sentencesOf(check, scope);
  const own = statementsOf(check, requirements);
  const first = brokenOf(check, own, scope);
  const request = decisiveRequest(records, check.evidence);
  return (
    <section class={`story ${check.verdict}`} aria-label="What happened">
      {sentencesList(sentences).map((text) => (
        <p key={text} class={text === sentences.expected ? 'point' : ''}>
          {visible(text)}
        </p>
      ))}
      {first === undefined ? null : (
        <p class="statement">
          <span class="muted">
            Interface {first.section}, {first.level}:
          </span>{' '}
          <a href={requirementHref(first.id)}>{first.statement}</a>
        </p>
      )}
      <Because data={data} check={check} />
      {check.waiver === undefined ? null : (
        <p>
          Waived until {check.waiver.expires} by <code>{check.waiver.pattern}</code>: {check.waiver.reason}
        </p>
      )}
      <p class="buttons">
        <CopyButton
          name="Copy for an issue"
          text={() => issueText({ check, requirements: own, sentences, steps, run })}
        />
        {request === undefined ? null : (
          <CopyButton name="Copy as curl" text={() => resignedRequest(request, run, check, run.program ?? 'tsi')} />
        )}
      </p>
    </section>
  );
}

/** The one that the assertion which decided names, else the first. */
function brokenOf(
  check: CheckResult,
  own: readonly RequirementResult[],
  scope: Scope | undefined,
): RequirementResult | undefined {
  const named = check.violates ?? scope?.evidence.map(({ parsed }) => memberOf(parsed, 'requirement')) ?? [];
  return own.find(({ id }) => named.includes(id)) ?? own[0];
}

/** Root causes as the headline of the terminal has them. */
function Because({ data, check }: Shown): JSX.Element | null {
  const { checks } = data.results;
  const root = checks.find(({ id }) => id === check.because);
  if (root !== undefined) {
    return (
      <p>
        This follows from <a href={checkHref(root.id)}>{root.title}</a>: mend that first.
      </p>
    );
  }
  const followers = checks.filter(({ because }) => because === check.id);
  if (followers.length === 0) return null;
  return (
    <p>
      <a href={viewHref('checks', { because: check.id })}>
        {followers.length} more {followers.length === 1 ? 'check fails' : 'checks fail'} because of it
      </a>
      .
    </p>
  );
}

function statementsOf(check: CheckResult, all: readonly RequirementResult[]): readonly RequirementResult[] {
  const byId = new Map(all.map((one) => [one.id, one]));
  return requirementsOf(check).flatMap((id) => byId.get(id) ?? []);
}

function OtherRequirements({ check, data }: Shown): JSX.Element | null {
  const own = statementsOf(check, data.results.requirements);
  if (own.length < 2) return null;
  return (
    <details class="section">
      <summary>
        <h2>What it judges</h2> <span class="muted">{own.length} statements</span>
      </summary>
      <ul class="requirements">
        {own.map(({ id, level, section, statement }) => (
          <li key={id}>
            <a href={requirementHref(id)}>
              <code>{id}</code>
            </a>{' '}
            <span class="level">
              {level}, interface {section}
            </span>
            <p>{statement}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}

function MissingEvidence({ data, check }: Shown): JSX.Element | null {
  const { journal } = data;
  if (check.evidence.length === 0 && journal !== null && journal.leftOut === 0) return null;
  const records = check.evidence.length === 0 ? '' : ` Its records: ${check.evidence.join(', ')}.`;
  const text =
    journal === null
      ? 'No journal stood beside the results when this page was made.'
      : journal.leftOut > 0
        ? 'To keep this page small, the records of this check are in journal.ndjson only.'
        : 'The journal holds no record of this check.';
  return (
    <section aria-labelledby="evidence">
      <h2 id="evidence">Evidence</h2>
      <p>
        {text}
        {records}
      </p>
    </section>
  );
}

function Measured({ data, check }: Shown): JSX.Element | null {
  const own = data.results.observations.filter((one) => one.check === check.id);
  if (own.length === 0) return null;
  return (
    <section aria-labelledby="measured">
      <h2 id="measured">Observed on the way</h2>
      <ul>
        {own.map((one) => (
          <li key={one.name}>
            {visible(one.name)}: <code>{visible(JSON.stringify(one.value))}</code> {one.unit}
          </li>
        ))}
      </ul>
    </section>
  );
}
