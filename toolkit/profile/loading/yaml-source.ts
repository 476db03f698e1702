// A YAML file as JSON with the place of every value: YAML 1.2 core schema, without anchors, aliases, tags, merge keys and
// directives, so that a profile means the same to everybody who reads it. Messages never quote the text, which may hold a key.
import { isAlias, isMap, isScalar, isSeq, LineCounter, type ParsedNode, parseDocument, type YAMLMap } from 'yaml';
import type { JsonValue } from '../../payload/json.js';
import { formatPointer } from '../dialect/reading/pointer.js';

export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface YamlSource {
  readonly value: JsonValue;
  /** Where a value starts, by its JSON Pointer; of a member, where its name starts. The nearest outer place when it has none. */
  place(pointer: string): Place;
}

export class YamlDefect extends Error {
  readonly place: Place;

  constructor(message: string, place: Place) {
    super(message);
    this.place = place;
  }
}

export const YAML_LIMITS: { readonly bytes: number; readonly depth: number } = { bytes: 1024 * 1024, depth: 64 };

/** What went wrong, by the code of the parser, in words that quote nothing. */
const DEFECTS: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'expected each member once, got one again',
  BLOCK_AS_IMPLICIT_KEY: 'expected a value, got a second colon; put text that holds ": " in quotes',
  MULTIPLE_DOCS: 'expected one document, got several',
  NON_STRING_KEY: 'expected a member name, got something else',
  MISSING_CHAR: 'expected a closing quote or another missing character',
  BAD_SCALAR_START: 'expected a value, got a reserved character; put the text in quotes',
  TAB_AS_INDENT: 'expected spaces as indentation, got a tab',
  BAD_INDENT: 'expected other indentation, or a closing bracket',
  BAD_DQ_ESCAPE: 'expected a known escape after the backslash; use single quotes for text as it is',
  BAD_DIRECTIVE: 'expected no directive',
};

/** Throws `YamlDefect`. */
export function readYaml(text: string): YamlSource {
  const lines = new LineCounter();
  const placeOf = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const document = parseDocument(text, {
    version: '1.2',
    schema: 'core',
    merge: false,
    stringKeys: true,
    prettyErrors: false,
    logLevel: 'error',
    lineCounter: lines,
  });
  const [defect] = [...document.errors, ...document.warnings];
  if (defect !== undefined) {
    throw new YamlDefect(
      DEFECTS[defect.code] ?? `expected YAML 1.2, got a defect of kind ${defect.code}`,
      placeOf(defect.pos[0]),
    );
  }
  if (document.directives.yaml.explicit === true) {
    throw new YamlDefect('expected no %YAML directive, since profiles are always YAML 1.2', placeOf(0));
  }
  const offsets = new Map<string, number>();
  const value = document.contents === null ? null : convert(document.contents, [], offsets, placeOf);
  return { value, place: (pointer) => placeOf(nearestOffset(offsets, pointer)) };
}

function nearestOffset(offsets: ReadonlyMap<string, number>, pointer: string): number {
  const found = offsets.get(pointer);
  if (found !== undefined || pointer === '') return found ?? 0;
  return nearestOffset(offsets, pointer.slice(0, pointer.lastIndexOf('/')));
}

type Steps = readonly (string | number)[];

function convert(
  node: ParsedNode,
  path: Steps,
  offsets: Map<string, number>,
  placeOf: (offset: number) => Place,
): JsonValue {
  const start = node.range[0];
  const pointer = formatPointer(path);
  if (!offsets.has(pointer)) offsets.set(pointer, start);
  const fail = (message: string): never => {
    throw new YamlDefect(message, placeOf(start));
  };
  if (isAlias(node)) return fail('expected a value, got an alias; write the value out');
  if (node.tag !== undefined || node.anchor !== undefined) {
    return fail(
      'expected a plain value, got one with a tag or an anchor; take it off, and write the value out where it is used',
    );
  }
  if (path.length > YAML_LIMITS.depth) return fail(`expected at most ${YAML_LIMITS.depth} levels, got more`);
  if (isMap(node)) return convertMap(node, path, offsets, placeOf);
  if (isSeq(node)) return node.items.map((item, index) => convert(item, [...path, index], offsets, placeOf));
  const value = isScalar(node) ? node.value : undefined;
  if (typeof value === 'number' && !isExact(value)) {
    return fail(
      'expected a number that JSON holds exactly; put it in quotes and use the filter |number where it must be a number',
    );
  }
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value;
  }
  return fail('expected text, a number, true, false, null, a list or an object');
}

function convertMap(
  node: YAMLMap.Parsed,
  path: Steps,
  offsets: Map<string, number>,
  placeOf: (offset: number) => Place,
): JsonValue {
  const members: [string, JsonValue][] = [];
  for (const { key, value } of node.items) {
    const name = isScalar(key) ? String(key.value) : '';
    const inner = [...path, name];
    offsets.set(formatPointer(inner), key.range[0]);
    members.push([name, value === null ? null : convert(value, inner, offsets, placeOf)]);
  }
  // Defines members even where they are called __proto__, unlike assignment.
  return Object.fromEntries(members);
}

function isExact(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}
