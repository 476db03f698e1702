// The answer in ten seconds: the verdict with its sentence, how complete it is, what was judged, and what to do next.

import type { JSX } from 'preact';
import { headlineOf } from '../model/headline.js';
import { type Results, VERDICTS } from '../model/model.js';
import { nextSteps } from '../model/next-steps.js';
import { COVERAGE } from '../model/sections.js';
import { Command } from './command.js';
import { duration, instant } from './format.js';
import { viewHref } from './route.js';

export function Banner({ results }: { readonly results: Results }): JSX.Element {
  const { word, tone, sentence } = headlineOf(results);
  return (
    <section class={`banner ${tone}`} aria-labelledby="verdict">
      <h1 id="verdict">{word}</h1>
      <p class="sentence">{sentence}</p>
      <CountBar results={results} />
      <Facts results={results} />
    </section>
  );
}

function CountBar({ results }: { readonly results: Results }): JSX.Element {
  const shown = VERDICTS.filter((verdict) => results.counts[verdict] > 0);
  const total = Math.max(1, results.checks.length);
  let x = 0;
  const segments = shown.map((verdict) => {
    const width = (results.counts[verdict] / total) * 1000;
    const segment = <rect key={verdict} class={`fill ${verdict}`} x={x} y="0" width={Math.max(width, 2)} height="10" />;
    x += width;
    return segment;
  });
  return (
    <div class="counts">
      <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
        {segments}
      </svg>
      <ul>
        {shown.map((verdict) => (
          <li key={verdict}>
            <a href={viewHref('checks', { verdict })} class={verdict}>
              <span aria-hidden="true">{COVERAGE[verdict].sign}</span> <b>{results.counts[verdict]}</b>{' '}
              {COVERAGE[verdict].word}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Facts({ results }: { readonly results: Results }): JSX.Element {
  const { run } = results;
  const { target } = run;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Target', target.name],
    ['Address', target.baseUrl],
    ['Build', target.build?.digest ?? target.build?.version],
    ['Profile', target.fingerprint.slice(0, 16)],
    ['Seed', run.seed],
    ['Run', `${instant(run.started)}, ${duration(run.durationMs)}, effort ${run.effort}`],
    ['Selection', run.selection.length === 0 ? undefined : run.selection.join(' ')],
    ['Shard', run.shard],
    ['Clock', target.clockOffsetMs === undefined ? undefined : `${Math.round(target.clockOffsetMs)} ms ahead of ours`],
    ['Suite', `${run.suite.version}, catalogue ${run.suite.catalogue.slice(0, 12)}`],
    ['Complete', results.complete ? 'yes, every planned check was decided as the policy demands' : 'no'],
  ];
  return (
    <dl class="facts">
      {facts.map(([name, value]) =>
        value === undefined ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

export function Next({ results }: { readonly results: Results }): JSX.Element {
  return (
    <section aria-labelledby="next">
      <h2 id="next">Next</h2>
      <ol class="next">
        {nextSteps(results, 'the checks').map((step) => (
          <li key={step.text}>
            <p>{step.text}</p>
            {step.command === undefined ? null : <Command text={step.command} />}
          </li>
        ))}
      </ol>
    </section>
  );
}
