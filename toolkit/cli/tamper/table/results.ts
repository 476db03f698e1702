// Every member of results.json: another value, none, one of another type, one twice, and one that nobody knows.
import { renderResultsJson } from '../../../../reports/model/results-json.js';
import type { JsonObject, JsonValue } from '../../../payload/json.js';
import { isJsonObject } from '../../../payload/json-kind.js';
import type { Folder, Unfiled, Victims } from '../tampering.js';
import { CHANGES, type Change, changedAt, membersOf } from './members.js';

/** Where the pages of the catalogue are published is the word of whoever rendered the report. */
const UNBOUND = /^\/run\/site$/;

export function ofResults({ results }: Folder, victims: Victims): readonly Unfiled[] {
  const document = JSON.parse(JSON.stringify(results)) as JsonObject; // as its file has it
  const text = JSON.stringify(document);
  const at = (id: string): number => results.checks.findIndex((check) => check.id === id);
  const places = [
    ...membersOf(document, '').filter((place) => !/^\/(checks|requirements|observations|findings)\//.test(place)),
    ...Object.values(victims).flatMap((id) => membersOf(document['checks'], `/checks/${at(id)}`, `/${at(id)}`)),
    ...membersOf(document['requirements'], '/requirements/0', '/0'),
    ...membersOf(document['observations'], '/observations/0', '/0'),
  ].filter((place) => !UNBOUND.test(place));
  const objects = [
    '',
    '/run',
    '/run/suite',
    '/run/target',
    '/run/plan',
    '/counts',
    '/checks/0',
    '/requirements/0',
    '/observations/0',
  ];
  const names = new Set(
    places.map((place) => place.slice(place.lastIndexOf('/') + 1)).filter((name) => !/^\d+$/.test(name)),
  );
  return [
    ...places.flatMap((place) => CHANGES.flatMap((change) => changed(document, text, place, change))),
    ...objects.map((place) =>
      spelled(`a member that nobody knows in ${place || 'the document'}`, (text) =>
        rendered(
          changedAt(JSON.parse(text) as JsonValue, place, (one) => (isJsonObject(one) ? { ...one, x: 1 } : one)),
        ),
      ),
    ),
    ...[...names].map((name) =>
      spelled(`the member ${name} twice`, (text) => text.replace(`"${name}":`, `"${name}": null, "${name}":`)),
    ),
    spelled('the checks in another order', (text) => {
      const other = JSON.parse(text) as { checks: unknown[] };
      return rendered({ ...other, checks: other.checks.reverse() } as unknown as JsonValue);
    }),
    spelled('a number spelled otherwise', (text) => text.replace('"results": 1', '"results": 1.0')),
    spelled('a space more', (text) => text.replace('{', '{ ')),
    spelled('a text with needless escapes', (text) => text.replace('"seed"', '"\\u0073eed"')),
    spelled('a byte order mark', (text) => `\ufeff${text}`),
  ];
}

function changed(document: JsonObject, text: string, place: string, { what, of }: Change): readonly Unfiled[] {
  const other = changedAt(document, place, of);
  if (JSON.stringify(other) === text) return [];
  return [
    spelled(`results.json${place}: ${what}`, (text) => rendered(changedAt(JSON.parse(text) as JsonValue, place, of))),
  ];
}

function spelled(what: string, spell: (text: string) => string): Unfiled {
  return { what, spell: ({ results, journal }) => ({ results: spell(results), journal }) };
}

function rendered(document: JsonValue): string {
  return renderResultsJson(document as unknown as Folder['results']); // wrong on purpose
}
