// Who may import whom, as one table: the folders from the ground up (README, Structure), and within `suites/` areas on words on the
// runner. From it follow the import rules of the linter (`biome.boundaries.json`, which `biome.json` extends).
// A new folder is one name here, then `npm run generate`.

/** Each folder imports those of its own floor and of the floors below it, unless `APART` says otherwise. */
export const FLOORS: readonly (readonly string[])[] = [
  ['requirements', 'decimal', 'signing', 'payload', 'covering', 'values'],
  ['profile', 'wire', 'journal'],
  ['checkers', 'doctor', 'vectors', 'reference', 'discover'],
  ['suites'],
  ['reports'],
  ['cli'],
];

/** What a folder does not know although its floor would let it. */
const APART: Readonly<Record<string, readonly string[]>> = {
  checkers: ['doctor', 'vectors', 'reference', 'discover'],
  doctor: ['checkers', 'vectors', 'reference', 'discover'],
  vectors: ['checkers', 'reference', 'discover'],
  reference: ['checkers', 'vectors', 'discover'],
  discover: ['checkers', 'doctor', 'vectors'],
  // The suite judges a target as a stranger to its inside, and vectors judge programs.
  suites: ['vectors', 'reference', 'discover'],
  // Results can be read where neither suite nor target is.
  reports: ['requirements', 'profile', 'wire', 'checkers', 'doctor', 'vectors', 'reference', 'discover', 'suites'],
};

/** What of `suites/` its rooms may import besides themselves; an area is any other folder there. */
const ROOMS: Readonly<Record<string, readonly string[]>> = { '*': ['words', 'runner'], words: ['runner'], runner: [] };

/** So deep do folders lie in a room: patterns see the text of an import, so each depth needs its own. */
const DEPTHS = [1, 2, 3];

/** What a folder may not import. */
export function forbiddenTo(folder: string): readonly string[] {
  const floor = FLOORS.findIndex((folders) => folders.includes(folder));
  return [...(APART[folder] ?? []), ...FLOORS.slice(floor + 1).flat()];
}

/** Where a folder of the table lies. */
export function pathOf(folder: string): string {
  return ['suites', 'reports'].includes(folder) ? folder : `toolkit/${folder}`;
}

/** The rules for the linter; where several fit a file, the last one holds, so that those of rooms repeat those of `suites`. */
export function importRules(): readonly object[] {
  const folders = FLOORS.flat().filter((folder) => forbiddenTo(folder).length > 0);
  return [
    ...folders.map((folder) => rule([`${pathOf(folder)}/**`], [against(folder)])),
    ...Object.entries(ROOMS).flatMap(([room, allowed]) =>
      DEPTHS.map((depth) => {
        const up = '../'.repeat(depth);
        const beside = [...allowed.map((name) => `!${up}${name}/**`), `!${up}../**`];
        const may = allowed.length === 0 ? 'nothing' : allowed.join(' and ');
        return rule(
          [`suites/${room}${'/*'.repeat(depth)}`, ...notRooms(room)],
          [
            against('suites'),
            {
              group: [`${up}*`, `${up}*/**`, ...beside],
              message: `Imports point one way (README, Structure): ${room === '*' ? 'an area' : `suites/${room}`} may import ${may} of suites`,
            },
          ],
        );
      }),
    ),
  ];
}

/** An area is what is none of the rooms with a name. */
function notRooms(room: string): readonly string[] {
  const named = Object.keys(ROOMS).filter((name) => name !== '*');
  return room === '*' ? named.map((name) => `!suites/${name}/**`) : [];
}

function against(folder: string): object {
  const names = forbiddenTo(folder);
  return {
    group: names.map((name) => `**/${name}/**`),
    message: `Imports point one way (README, Structure): ${pathOf(folder)} may not import ${names.join(', ')}`,
  };
}

function rule(includes: readonly string[], patterns: readonly object[]): object {
  return { includes, linter: { rules: { style: { noRestrictedImports: { level: 'error', options: { patterns } } } } } };
}
