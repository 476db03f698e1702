// Earlier runs: files or folders of reports are dropped or chosen, read in the page, shown as a history, and one of them compared with
// the rules of `tsi compare`.

import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { messageOf } from '../../../toolkit/base/message-of.js';
import { plural } from '../../../toolkit/base/plural.js';
import { type Comparison, compareResults, type VerdictChange } from '../../join/compare.js';
import { headlineOf } from '../../model/headline.js';
import type { Results } from '../../model/model.js';
import { COVERAGE } from '../../model/sections.js';
import type { ViewerData } from '../../render/viewer-data.js';
import { instant } from '../format.js';
import { checkHref } from '../route.js';

import { visible } from '../visible.js';
import { type Certificate, type Dropped, type EarlierRun, eachRunOnce, readDropped } from './dropped-files.js';
import { History } from './history.js';

interface Loaded {
  readonly name: string;
  readonly other: Results;
  readonly comparison: Comparison;
}

/** Longer lists are folded. */
const SHORT = 20;

const NOTHING: Dropped = { runs: [], certificates: [], defects: [] };

export function ComparePage({ data }: { readonly data: ViewerData }): JSX.Element {
  const { results, latencies } = data;
  const [dropped, setDropped] = useState(NOTHING);
  const [chosen, setChosen] = useState('');
  const [over, setOver] = useState(false);
  const take = async (files: readonly File[], isFolder: boolean): Promise<void> => {
    if (files.length === 0) return;
    const found = await readDropped(files, isFolder);
    const runs = eachRunOnce([...(files.length > 1 || isFolder ? dropped.runs : []), ...found.runs]);
    setDropped({ ...found, runs });
    setChosen('');
  };
  const self: EarlierRun = { name: 'this run', results, latencies };
  const earlier = dropped.runs.filter((run) => run.results.run !== results.run);
  const other = earlier.find(({ results: { run } }) => run.id === chosen) ?? earlier.at(-1);
  const { loaded, defect } = other === undefined ? {} : compared(other, results);
  return (
    <>
      <h1>Compare</h1>
      <p class="muted">
        With earlier runs: their results.json or index.html, one or many, or folders of reports. Several become a
        history. A certificate says who signed. Everything is read in this page and goes nowhere.
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the fields inside are the first */}
      <div
        class={`drop${over ? ' over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const items = [...(event.dataTransfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []);
          void filesOf(items).then((files) =>
            take(
              files,
              items.some((entry) => entry.isDirectory),
            ),
          );
        }}
      >
        <p>Drop files or folders here, or choose them:</p>
        <label>
          Files{' '}
          <input
            type="file"
            multiple
            accept=".json,.html,.jsonl,application/json,text/html"
            onChange={(event) => void take([...(event.currentTarget.files ?? [])], false)}
          />
        </label>
        <label>
          A folder{' '}
          <input
            type="file"
            ref={asFolder}
            onChange={(event) => void take([...(event.currentTarget.files ?? [])], true)}
          />
        </label>
      </div>
      <div role="status">
        {[...dropped.defects, ...(defect === undefined ? [] : [defect])].map((text) => (
          <p key={text} class="fail">
            {visible(text)}
          </p>
        ))}
        {dropped.certificates.map((one) => (
          <Signed key={one.name} certificate={one} />
        ))}
        <History runs={earlier.length === 0 ? [] : eachRunOnce([...earlier, self])} />
        {earlier.length < 2 ? null : (
          <label class="choice">
            Compare with{' '}
            <select value={other?.results.run.id ?? ''} onChange={(event) => setChosen(event.currentTarget.value)}>
              {earlier.map(({ name, results: { run } }) => (
                <option key={run.id} value={run.id}>
                  {instant(run.started)} {visible(name)}
                </option>
              ))}
            </select>
          </label>
        )}
        {loaded === undefined ? null : <Compared loaded={loaded} />}
      </div>
    </>
  );
}

/** The types of elements do not know this attribute. */
function asFolder(field: HTMLInputElement | null): void {
  field?.setAttribute('webkitdirectory', '');
}

function compared(other: EarlierRun, results: Results): { readonly loaded?: Loaded; readonly defect?: string } {
  try {
    return { loaded: { name: other.name, other: other.results, comparison: compareResults(other.results, results) } };
  } catch (error) {
    return { defect: `${other.name}: ${messageOf(error)}` };
  }
}

function Signed({ certificate: { name, keyIds, level } }: { readonly certificate: Certificate }): JSX.Element {
  return (
    <p>
      <b>{visible(name)}</b> names the key <code>{visible(keyIds.join(', '))}</code> as its signer
      {level === undefined ? '' : `, and the level ${visible(level)}`}. A page cannot verify it: <code>tsi verify</code>{' '}
      does.
    </p>
  );
}

/** The files of what was dropped, folders searched. */
async function filesOf(entries: readonly FileSystemEntry[]): Promise<readonly File[]> {
  const found = await Promise.all(
    entries.map(async (entry): Promise<readonly File[]> => {
      if (entry.isFile)
        return [await new Promise<File>((take, fail) => (entry as FileSystemFileEntry).file(take, fail))]; // as isFile says
      const reader = (entry as FileSystemDirectoryEntry).createReader(); // the only other kind
      const inside = await new Promise<FileSystemEntry[]>((take, fail) => reader.readEntries(take, fail));
      return filesOf(inside);
    }),
  );
  return found.flat();
}

function Compared({ loaded }: { readonly loaded: Loaded }): JSX.Element {
  const { comparison, other } = loaded;
  return (
    <>
      <p>
        {visible(loaded.name)} of {instant(other.run.started)}: <b>{headlineOf(other).word}</b>.{' '}
        {plural(comparison.same, 'check')} with the same verdict.
      </p>
      {comparison.context.length === 0 ? null : (
        <ul>
          {comparison.context.map((sentence) => (
            <li key={sentence}>{visible(sentence)}</li>
          ))}
        </ul>
      )}
      <Changes title="Regressed" tone="fail" changes={comparison.regressed} />
      <Changes title="Fixed" tone="pass" changes={comparison.fixed} />
      <Changes title="No longer decided" tone="inconclusive" changes={comparison.undecided} />
      <Changes title="Otherwise changed" tone="" changes={comparison.other} />
      <Names title="New" checks={comparison.added} linked />
      <Names title="Removed" checks={comparison.removed} linked={false} />
    </>
  );
}

function Changes({
  title,
  tone,
  changes,
}: {
  readonly title: string;
  readonly tone: string;
  readonly changes: readonly VerdictChange[];
}): JSX.Element | null {
  if (changes.length === 0) return null;
  return (
    <Listed title={`${title} (${changes.length})`} tone={tone} isLong={changes.length > SHORT}>
      {changes.map((change) => (
        <li key={change.id}>
          <a href={checkHref(change.id)}>{change.title}</a>{' '}
          <span class="muted">
            {COVERAGE[change.before].word} → {COVERAGE[change.after].word}
          </span>
          {change.reason === undefined ? null : <p class="muted">{visible(change.reason)}</p>}
        </li>
      ))}
    </Listed>
  );
}

/** A long list is folded. */
function Listed({
  title,
  tone,
  isLong,
  children,
}: {
  readonly title: string;
  readonly tone: string;
  readonly isLong: boolean;
  readonly children: ComponentChildren;
}): JSX.Element {
  const heading = <h2 class={tone}>{title}</h2>;
  if (!isLong) {
    return (
      <section>
        {heading}
        <ul>{children}</ul>
      </section>
    );
  }
  return (
    <details class="section">
      <summary>{heading}</summary>
      <ul>{children}</ul>
    </details>
  );
}

function Names({
  title,
  checks,
  linked,
}: {
  readonly title: string;
  readonly checks: Comparison['added'];
  readonly linked: boolean;
}): JSX.Element | null {
  if (checks.length === 0) return null;
  return (
    <Listed title={`${title} (${checks.length})`} tone="" isLong={checks.length > SHORT}>
      {checks.map((check) => (
        <li key={check.id}>
          {linked ? <a href={checkHref(check.id)}>{visible(check.title)}</a> : visible(check.title)}{' '}
          <span class="muted">{COVERAGE[check.verdict].word}</span>
        </li>
      ))}
    </Listed>
  );
}
