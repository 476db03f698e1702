// Which step led to a failure. Evidence is where it was noticed; what a reader wants beside it is the request or action in question, which
// often stands before: the close whose event never came, the repeat behind which a second order opened.
import { memberOf } from '../../toolkit/payload/json-kind.js';
import type { ViewerRecord } from '../render/viewer-data.js';
import { type Item, recordsIn, textOf } from './items.js';

/** The place of that step among the items; undefined where the evidence names a deed itself, or nothing was done before it. */
export function causeIn(items: readonly Item[], evidence: readonly number[]): number | undefined {
  const decided = items.map((item) => recordsIn(item).some((index) => evidence.includes(index)));
  const denied = items.findIndex((item, place) => decided[place] === true && isDenied(item));
  // What the evidence shows came last before the assertion, or before the end.
  const seen = items.findLastIndex(
    (_, place) => decided[place] === true && place !== denied && (denied === -1 || place < denied),
  );
  const end = denied === -1 ? items.length : denied;
  const found =
    named(items, denied) ?? lastDeed(items.slice(0, seen === -1 || isSilence(items[denied]) ? end : seen + 1));
  return found === undefined || decided[found] === true ? undefined : found;
}

/** The request whose operation the assertion calls by its id. */
function named(items: readonly Item[], denied: number): number | undefined {
  const assertion = items[denied];
  if (assertion?.type !== 'record') return undefined;
  const { parsed } = assertion.record;
  const said = `${textOf(memberOf(parsed, 'expected'))} ${textOf(memberOf(parsed, 'actual'))}`;
  const words = new Set(said.match(/[\w.-]+/g) ?? []);
  const found = items.findLastIndex(
    (item) => item.type === 'exchange' && isDeed(item) && words.has(item.outcome?.operation ?? ''),
  );
  return found === -1 ? undefined : found;
}

/** The last change that was asked for, by a request or a control action; else the last command on a stream. */
function lastDeed(items: readonly Item[]): number | undefined {
  const deed = items.findLastIndex(isDeed);
  const last = deed === -1 ? items.findLastIndex((item) => kindOf(item) === 'send') : deed;
  return last === -1 ? undefined : last;
}

function isDeed(item: Item): boolean {
  if (item.type === 'record') return item.record.kind === 'control';
  return memberOf(item.request.parsed, 'method') !== 'GET' || isDamaged(item.request);
}

function isDamaged({ parsed }: ViewerRecord): boolean {
  return textOf(memberOf(parsed, 'damage')) !== '';
}

function isDenied(item: Item): boolean {
  return item.type === 'record' && item.record.kind === 'assert' && memberOf(item.record.parsed, 'holds') === false;
}

/** What did not come was due after everything that was done. */
function isSilence(item: Item | undefined): boolean {
  return item?.type === 'record' && silenceOf(item.record) !== undefined;
}

/** How long was waited for what did not come, of an assertion that says so. */
export function silenceOf({ parsed }: ViewerRecord): number | undefined {
  const [, waited] = /^none within (\d+) ms/.exec(textOf(memberOf(parsed, 'actual'))) ?? [];
  return waited === undefined || memberOf(parsed, 'holds') === true ? undefined : Number(waited);
}

function kindOf(item: Item): string {
  return item.type === 'record' ? item.record.kind : '';
}
