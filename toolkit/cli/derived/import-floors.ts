// Who may import whom, as one table: the folders from the ground up (README, Structure), and within `suites/` areas on words on the
// runner. From it follow the import rules of the linter (`biome.boundaries.json`, which `biome.json` extends).
// A new folder is one name here, then `npm run generate`.

/** Each folder imports those of its own floor and of the floors below it, unless `APART` says otherwise. */
export const FLOORS: readonly (readonly string[])[] = [
  ['base'],
  ['requirements', 'decimal', 'signing', 'payload', 'covering', 'values'],
  ['profile', 'wire', 'journal'],
  ['checkers', 'doctor', 'vectors', 'reference', 'discover', 'tap', 'intents', 'client'],
  ['suites'],
  ['clients'],
  ['reports'],
  ['cli'],
];

/** What a folder does not know although its floor would let it. */
const APART: Readonly<Record<string, readonly string[]>> = {
  checkers: ['doctor', 'vectors', 'reference', 'discover', 'tap', 'intents'],
  doctor: ['checkers', 'vectors', 'reference', 'discover', 'tap', 'intents', 'client'],
  vectors: ['checkers', 'reference', 'discover', 'tap', 'intents', 'client'],
  // The service knows a listener of its own, which a tap happens to satisfy.
  reference: ['checkers', 'vectors', 'discover', 'tap', 'intents', 'client'],
  discover: ['checkers', 'doctor', 'vectors', 'tap', 'intents', 'client'],
  tap: ['checkers', 'doctor', 'vectors', 'reference', 'discover', 'intents', 'client'],
  intents: ['checkers', 'doctor', 'reference', 'discover', 'tap', 'client'],
  // The client is the service's counterpart: neither knows the other, nor how the suite itself sends.
  client: ['wire', 'checkers', 'doctor', 'vectors', 'reference', 'discover', 'tap'],
  // The suite judges a target as a stranger to its inside, and vectors judge programs.
  suites: ['vectors', 'reference', 'discover', 'tap', 'intents', 'client'],
  // A client under test arrives as a session of intents, whoever it is.
  clients: ['vectors', 'discover', 'doctor', 'client'],
  // Results can be read where neither suite nor target is.
  reports: [
    ...['requirements', 'profile', 'wire', 'checkers', 'doctor', 'vectors', 'reference', 'discover'],
    ...['tap', 'intents', 'client', 'suites', 'clients'],
  ],
};

/** What of `suites/` its named folders may import besides themselves; `*` is an area, which is any other folder there. */
const SUITE_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  '*': ['words', 'runner'],
  words: ['runner'],
  runner: [],
};

/** So deep do folders lie in one of these: patterns see the text of an import, so each depth needs its own. */
const DEPTHS = [1, 2, 3];

/** What a folder may not import. */
export function forbiddenTo(folder: string): readonly string[] {
  const floor = FLOORS.findIndex((folders) => folders.includes(folder));
  return [...(APART[folder] ?? []), ...FLOORS.slice(floor + 1).flat()];
}

/** Where a folder of the table lies. */
export function pathOf(folder: string): string {
  if (folder === 'clients') return 'suites/clients';
  return ['suites', 'reports'].includes(folder) ? folder : `toolkit/${folder}`;
}

/** The rules for the linter; where several fit a file, the last one holds, so that those of its folders repeat those of `suites`. */
export function importRules(): readonly object[] {
  const folders = FLOORS.flat().filter((folder) => forbiddenTo(folder).length > 0);
  return [
    ...folders.map((folder) => rule([`${pathOf(folder)}/**`], [against(folder)])),
    ...Object.entries(SUITE_FOLDERS).flatMap(([folder, allowed]) =>
      DEPTHS.map((depth) => {
        const up = '../'.repeat(depth);
        const beside = [...allowed.map((name) => `!${up}${name}/**`), `!${up}../**`];
        const may = allowed.length === 0 ? 'nothing' : allowed.join(' and ');
        return rule(
          [`suites/${folder}${'/*'.repeat(depth)}`, ...otherThan(folder)],
          [
            against('suites'),
            {
              group: [`${up}*`, `${up}*/**`, ...beside],
              message: `Imports point one way (README, Structure): ${folder === '*' ? 'an area' : `suites/${folder}`} may import ${may} of suites`,
            },
          ],
        );
      }),
    ),
  ];
}

/** An area is what is none of the named folders; the checks of clients stand on a floor of their own. */
function otherThan(folder: string): readonly string[] {
  const named = [...Object.keys(SUITE_FOLDERS).filter((name) => name !== '*'), 'clients'];
  return folder === '*' ? named.map((name) => `!suites/${name}/**`) : [];
}

function against(folder: string): object {
  const names = forbiddenTo(folder);
  return {
    group: names.flatMap(patternsOf),
    message: `Imports point one way (README, Structure): ${pathOf(folder)} may not import ${names.join(', ')}`,
  };
}

/** How an import of a folder reads; folders of these names within others are none of them. */
function patternsOf(folder: string): readonly string[] {
  if (folder === 'clients') return ['**/suites/clients/**'];
  if (folder === 'client') return ['**/client/**', '!**/checkers/client/**'];
  return [`**/${folder}/**`];
}

function rule(includes: readonly string[], patterns: readonly object[]): object {
  return { includes, linter: { rules: { style: { noRestrictedImports: { level: 'error', options: { patterns } } } } } };
}
