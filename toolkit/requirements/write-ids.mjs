// Build step before the compiler: writes the ids of the catalogue as unions of types, so that a wrong id does not compile anywhere.
// What binds clients is a type of its own: no check of a service names it, and no check of a client names anything else.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const folder = dirname(fileURLToPath(import.meta.url));

const requirements = readdirSync(folder)
  .filter((name) => /^\d.*\.yaml$/.test(name))
  .flatMap((name) => read(name).requirements);

write('requirement-id.ts', 'The ids of the catalogue as types', [
  union('RequirementId', idsOf(requirements.filter(({ subject }) => subject !== 'client'))),
  union('ClientRequirementId', idsOf(requirements.filter(({ subject }) => subject === 'client'))),
  '/** Any statement of the catalogue, whomever it binds. */\nexport type StatementId = RequirementId | ClientRequirementId;\n',
]);
write('open-point-id.ts', 'The ids of what the interface leaves open as a type', [
  union('OpenPointId', idsOf(read('open.yaml').open)),
]);

function read(name) {
  return parse(readFileSync(join(folder, name), 'utf8'));
}

function idsOf(entries) {
  return entries.map(({ id }) => id);
}

function union(type, ids) {
  const members = ids.toSorted().map((id) => `  | '${id}'`);
  return `export type ${type} =\n${members.join('\n')};\n`;
}

function write(file, what, types) {
  const head = `// ${what}. Generated from the YAML beside this file by \`npm run build\`; do not edit.`;
  const text = `${head}\n${types.join('\n')}`;
  const target = join(folder, file);
  // Left alone where nothing changed, so that incremental tools see no new file.
  if (readFileSync(target, { encoding: 'utf8', flag: 'a+' }) !== text) writeFileSync(target, text);
}
