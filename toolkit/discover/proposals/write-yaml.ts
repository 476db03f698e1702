// Changes into the text of a profile: what stands there stays as it is, comments included; each new value has its reason beside it.
import { type Document, isCollection, isMap, isScalar, type Node, parseDocument, type YAMLMap } from 'yaml';
import type { JsonObject, JsonValue } from '../../payload/json.js';
import type { Change } from './apply.js';
import type { Missing, Proposal } from './proposal.js';

const WIDTH = 100;

/** `text` is a profile that loads; the result is one, too. */
export function writeProposals(text: string, changes: readonly Change[], missing: readonly Missing[]): string {
  const document = parseDocument(text, { version: '1.2', schema: 'core', stringKeys: true });
  for (const { proposal } of changes) put(document, proposal);
  if (missing.length > 0) remember(document, missing);
  return withMargins(text, document.toString({ lineWidth: 0, flowCollectionPadding: false }));
}

/** A comment at the margin belongs to what follows; the document gives it to what came before, and would move it in there. */
function withMargins(before: string, after: string): string {
  const atMargin = new Set(before.split('\n').filter((line) => line.startsWith('#')));
  return after
    .split('\n')
    .map((line) => (atMargin.has(line.trimStart()) ? line.trimStart() : line))
    .join('\n');
}

function put(document: Document, { place, value, reason, confidence }: Proposal): void {
  const map = mapAt(document, place.slice(0, -1));
  const name = place.at(-1) ?? '';
  const comment = ` ${confidence === 'sure' ? '' : `${confidence}: `}from ${oneLine(reason)}`;
  map.delete(name);
  const pair = document.createPair(name, nodeOf(document, value));
  if (isScalar(pair.value) || pair.value === null) {
    if (isScalar(pair.value)) pair.value.comment = comment;
  } else if (isScalar(pair.key)) pair.key.commentBefore = comment;
  map.add(pair);
}

function nodeOf(document: Document, value: JsonValue): Node {
  const node = document.createNode(value);
  // Short ones on one line; what is longer reads better below one another.
  if (isCollection(node) && JSON.stringify(value).length <= WIDTH) node.flow = true;
  return node;
}

/** The map at a place, made where it is not there; a value of another kind gives way. */
function mapAt(document: Document, place: readonly string[]): YAMLMap {
  let at: unknown = document.contents;
  for (const [index, name] of place.entries()) {
    if (!isMap(at)) break;
    const next = at.get(name, true);
    if (isMap(next)) {
      // Comments beside members need lines of their own.
      next.flow = false;
      at = next;
      continue;
    }
    const made = document.createNode({}) as YAMLMap;
    at.set(name, made);
    at = made;
    if (index === 0) document.contents ??= made;
  }
  if (!isMap(at)) throw new TypeError(`expected a profile with an object at ${place.join('.')}, got something else`);
  return at;
}

function remember(document: Document, missing: readonly Missing[]): void {
  const lines = missing.map(({ place, unlocks }) => ` TODO ${place.join('.')}: ${oneLine(unlocks)}`);
  document.comment = [
    ...(document.comment === null || document.comment === undefined ? [] : [document.comment]),
    ...lines,
  ].join('\n');
}

/** What changes, line by line, for people: `~ dialect.entities.order.id: "/order_id" -> "/no"`. */
export function changeLines(changes: readonly Change[]): readonly string[] {
  return changes.map(({ proposal: { place, value, reason, confidence }, now }) => {
    const before = now === undefined ? '' : `${short(now)} -> `;
    return `${now === undefined ? '+' : '~'} ${place.join('.')}: ${before}${short(value)}  # ${confidence}: ${oneLine(reason)}`;
  });
}

function short(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > WIDTH ? `${text.slice(0, WIDTH)}...` : text;
}

/** Text of the target for a comment: nothing in it may begin a new line. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').slice(0, 200);
}

/** The part `dialect` of the text of a profile. */
export function statedDialect(text: string): JsonObject {
  const dialect: unknown = parseDocument(text, { version: '1.2', schema: 'core', stringKeys: true }).get('dialect');
  // A profile is plain JSON once parsed.
  return isMap(dialect) ? (dialect.toJSON() as JsonObject) : {};
}
