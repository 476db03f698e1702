// Build step before the compiler: writes the ids of the catalogue as a union of types, so that a wrong id does not compile anywhere.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const folder = dirname(fileURLToPath(import.meta.url));

const requirements = readdirSync(folder)
  .filter((name) => /^\d.*\.yaml$/.test(name))
  .flatMap((name) => idsOf(read(name).requirements));

write('requirement-id.ts', 'The ids of the catalogue', 'RequirementId', requirements);
write('open-point-id.ts', 'The ids of what the interface leaves open', 'OpenPointId', idsOf(read('open.yaml').open));

function read(name) {
  return parse(readFileSync(join(folder, name), 'utf8'));
}

function idsOf(entries) {
  return entries.map(({ id }) => id);
}

function write(file, what, type, ids) {
  const text = `// ${what} as a type. Generated from the YAML beside this file by \`npm run build\`; do not edit.
export type ${type} =
${ids
  .toSorted()
  .map((id) => `  | '${id}'`)
  .join('\n')};
`;
  const target = join(folder, file);
  // Left alone where nothing changed, so that incremental tools see no new file.
  if (readFileSync(target, { encoding: 'utf8', flag: 'a+' }) !== text) writeFileSync(target, text);
}
