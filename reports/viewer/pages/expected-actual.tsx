// What was expected and what came, side by side with the words and members that differ marked.

import type { JSX } from 'preact';
import { plural } from '../../../toolkit/base/plural.js';
import type { CheckResult } from '../../model/model.js';
import { prettyJson } from '../records/pretty-json.js';
import { type Word, wordDiff } from '../records/word-diff.js';
import { visible } from '../visible.js';

/** A counterexample can be a long list of commands. */
const SHORT = 300;

export function ExpectedActual({ check }: { readonly check: CheckResult }): JSX.Element | null {
  const { expected, actual, property } = check;
  if (expected === undefined && actual === undefined && property === undefined) return null;
  const [left, right] = wordDiff(prettyJson(expected ?? ''), prettyJson(actual ?? ''));
  const isBoth = expected !== undefined && actual !== undefined;
  return (
    <section aria-labelledby="difference">
      <h2 id="difference">Expected and actual</h2>
      <div class="versus">
        {expected === undefined ? null : (
          <div class="expected">
            <h3>Expected</h3>
            <pre>
              <Marked words={left} isMarked={isBoth} tag="ins" />
            </pre>
          </div>
        )}
        {actual === undefined ? null : (
          <div class="actual">
            <h3>Actual</h3>
            <pre>
              <Marked words={right} isMarked={isBoth} tag="del" />
            </pre>
          </div>
        )}
      </div>
      {property === undefined ? null : (
        <div class="smallest">
          {property.counterexample === undefined ? null : <Counterexample text={property.counterexample} />}
          <p class="muted">
            {plural(property.runs, 'run')} of the property, seed <code>{property.seed}</code>
            {property.path === undefined ? null : (
              <>
                , path <code>{property.path}</code>
              </>
            )}
          </p>
        </div>
      )}
    </section>
  );
}

function Marked({
  words,
  isMarked,
  tag: Tag,
}: {
  readonly words: readonly Word[];
  readonly isMarked: boolean;
  readonly tag: 'ins' | 'del';
}): JSX.Element {
  return (
    <>
      {words.map(({ text, differs }, index) =>
        isMarked && differs ? <Tag key={index}>{visible(text)}</Tag> : <span key={index}>{visible(text)}</span>,
      )}
    </>
  );
}

function Counterexample({ text }: { readonly text: string }): JSX.Element {
  if (text.length <= SHORT) {
    return (
      <>
        <h3>Smallest case that shows it</h3>
        <pre>{visible(text)}</pre>
      </>
    );
  }
  return (
    <details>
      <summary>Smallest case that shows it ({text.length} characters)</summary>
      <pre>{visible(prettyJson(text))}</pre>
    </details>
  );
}
