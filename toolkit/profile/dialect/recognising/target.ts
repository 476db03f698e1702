// Paths and queries of requests backwards (interface 4): a target as it was sent against a template. Names and values are compared as
// they mean, not as they are percent-encoded; a plus in a query is a space, as forms have it.
import type { RequestForm, Template } from '../spec.js';
import { type Placeholders, parseParts } from '../writing/template.js';
import { readWithDigits } from './digits.js';
import type { Found } from './found.js';
import type { Spoken } from './placeholder.js';
import { textReader } from './text.js';
import { compileUnfill } from './unfill.js';

export interface SentTarget {
  readonly segments: readonly string[];
  /** The first value of each name. */
  readonly query: ReadonlyMap<string, string>;
}

/** `basePath` is left out; undefined for a target that does not begin with it. */
export function readTarget(target: string, basePath: string): SentTarget | undefined {
  const [path = '', query = ''] = halves(target.replace(/^https?:\/\/[^/?#]*/i, ''), '?');
  if (!path.startsWith(`${basePath}/`)) return undefined;
  const values = new Map<string, string>();
  for (const pair of query === '' ? [] : query.split('&')) {
    const [name, value] = halves(pair.replaceAll('+', ' '), '=').map(decoded);
    if (name !== undefined && !values.has(name)) values.set(name, value ?? '');
  }
  return { segments: path.slice(basePath.length).split('/').map(decoded), query: values };
}

export interface TargetReader {
  /** Whether the path is of the form; what it holds goes to `found`, and what the query holds beside it. */
  read(target: SentTarget, found: Found): boolean;
  /** Segments that are constant: the more, the closer the form. */
  readonly constants: number;
}

export function targetReader(
  { path, query }: Pick<RequestForm, 'path' | 'query'>,
  known: Placeholders,
  spoken: Spoken,
): TargetReader {
  const [ownPath = '', ownQuery = ''] = halves(path, '?');
  const segments = ownPath.split('/').map((segment) => {
    const parts = parseParts(segment, known).map((part) => (typeof part === 'string' ? decoded(part) : part));
    return textReader(parts, spoken);
  });
  const pairs = ownQuery === '' ? [] : ownQuery.split('&').map((pair) => halves(pair, '='));
  const fields = [
    ...pairs.map(([name = '', value = '']) => [decoded(name), value] as const),
    ...Object.entries(query ?? {}),
  ];
  const readers = fields.map(([name, template]) => [name, fieldReader(template, known, spoken)] as const);
  return {
    constants: segments.filter(({ isConstant }) => isConstant).length,
    read: (target, found) => {
      if (target.segments.length !== segments.length) return false;
      if (!segments.every((segment, index) => segment.read(target.segments[index] ?? '', found, 'take'))) return false;
      for (const [name, read] of readers) read(target.query.get(name), found);
      return true;
    },
  };
}

type FieldReader = (value: string | undefined, found: Found) => void;

/** A template that is no text was written as JSON. */
function fieldReader(template: Template, known: Placeholders, spoken: Spoken): FieldReader {
  if (typeof template !== 'string') {
    const unfill = compileUnfill(template, known, spoken);
    return (value, found) => unfill(value === undefined ? undefined : readWithDigits(value), found);
  }
  const reader = textReader(parseParts(template, known), spoken);
  return (value, found) => {
    if (value === undefined) found.missed += reader.isConstant ? 1 : 0;
    else if (!reader.read(value, found, 'take')) found.clashes += 1;
    else if (reader.isConstant) found.matched += 1;
  };
}

function halves(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** What cannot be decoded stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
