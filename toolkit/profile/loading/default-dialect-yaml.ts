// The default dialect as YAML to copy from: every member with its default, and the sentence that says what it binds.
import { Document, isMap, isScalar, type Pair, type YAMLMap } from 'yaml';
import { DEFAULT_DIALECT } from '../dialect/default-spelling.js';
import { BODIES, ENTITIES, MESSAGES, type Member, type Part, REQUESTS } from '../dialect/members.js';
import { WORDS } from '../dialect/vocabularies.js';

/** A profile's `dialect:` block. What it states need not be stated: a profile says what differs. */
export function defaultDialectYaml(): string {
  const document = new Document({ dialect: DEFAULT_DIALECT }, { aliasDuplicateObjects: false });
  document.commentBefore = OBJECT_FORM;
  for (const [name, about] of Object.entries(REQUESTS)) explain(document, ['dialect', 'requests', name], about);
  for (const [name, { about }] of Object.entries(WORDS)) explain(document, ['dialect', 'words', name], about);
  for (const [section, parts] of Object.entries({ bodies: BODIES, messages: MESSAGES, entities: ENTITIES })) {
    for (const [part, { about, members }] of Object.entries<Part>(parts)) {
      explain(document, ['dialect', section, part], about);
      for (const [name, member] of Object.entries<Member>(members)) {
        explain(document, ['dialect', section, part, name], sentenceOf(member));
      }
    }
  }
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

const OBJECT_FORM =
  ' Pointers are JSON Pointers, one or a list of alternatives. What is marked [or {at, where, item}] may also be an object:\n' +
  ' at, where a list lies; where, conditions on its items; item, where in an item the value lies; form, list, single or map.';

function sentenceOf(member: Member): string {
  const isCollection = 'collection' in member || 'items' in member;
  return `${Object.values(member).join(' ')}${isCollection ? ' [or {at, where, item}]' : ''}`;
}

/** Puts the sentence above a member, where the default dialect has it. */
function explain(document: Document, path: readonly string[], about: string): void {
  const parent: unknown = document.getIn(path.slice(0, -1), true);
  const pair = isMap(parent) ? pairOf(parent, path.at(-1)) : undefined;
  if (isScalar(pair?.key)) pair.key.commentBefore = ` ${about}`;
}

function pairOf(map: YAMLMap, name: string | undefined): Pair | undefined {
  return map.items.find(({ key }) => isScalar(key) && key.value === name);
}
