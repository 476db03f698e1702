// The answer in ten seconds: the verdict with its sentence, how complete it is, what was judged, and what to do next.

import type { JSX } from 'preact';
import { completenessOf, headlineOf } from '../model/headline.js';
import type { Results } from '../model/model.js';
import { nextSteps } from '../model/next-steps.js';
import { asPasted } from '../model/pasted.js';
import { counted, countWords, WORDS } from '../model/words.js';
import { duration, signOfWord } from '../terminal/style.js';
import { Bar } from './bar.js';
import { Command } from './command.js';
import { instant } from './format.js';
import { viewHref } from './route.js';
import { toneOf } from './verdict.js';
import { visible } from './visible.js';

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

/** The words and numbers of the terminal's last block. */
function CountBar({ results }: { readonly results: Results }): JSX.Element {
  const counts = countWords(results.checks, results.run.level);
  return (
    <div class="counts">
      <Bar counts={counts} total={results.checks.length} />
      <ul>
        {WORDS.filter((word) => counts[word] > 0).map((word) => (
          <li key={word}>
            <a href={viewHref('checks', { verdict: word })} class={toneOf(word)}>
              <span aria-hidden="true">{signOfWord(word).sign}</span> {counted(counts[word], word)}
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
    ['Profile', target.fingerprint.slice(0, 12)],
    ['Seed', run.seed],
    ['Run', `${instant(run.started)}, ${duration(run.durationMs)}, effort ${run.effort}`],
    ['Selection', run.selection.length === 0 ? undefined : run.selection.join(' ')],
    ['Shard', run.shard],
    ['Clock', target.clockOffsetMs === undefined ? undefined : `${Math.round(target.clockOffsetMs)} ms ahead of ours`],
    [
      'Suite',
      `${run.suite.name} ${run.suite.version}, catalogue ${[run.suite.catalogueVersion, run.suite.catalogue.slice(0, 12)].filter(Boolean).join(' ')}`,
    ],
    ['Complete', completenessOf(results)],
  ];
  return (
    <dl class="facts">
      {facts.map(([name, value]) =>
        value === undefined ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{visible(value)}</dd>
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
            {step.command === undefined ? null : <Command text={asPasted(results.run, step.command)} />}
          </li>
        ))}
      </ol>
    </section>
  );
}
