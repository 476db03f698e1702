// Build step before the compiler: writes the ids of the catalogue as a union of types, so that a wrong id does not compile anywhere.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const folder = dirname(fileURLToPath(import.meta.url));
const target = join(folder, 'requirement-id.ts');

const ids = readdirSync(folder)
  .filter((name) => /^\d.*\.yaml$/.test(name))
  .flatMap((name) => parse(readFileSync(join(folder, name), 'utf8')).requirements.map(({ id }) => id))
  .sort();

const text = `// The ids of the catalogue as a type. Generated from the YAML beside this file by \`npm run build\`; do not edit.
export type RequirementId =
${ids.map((id) => `  | '${id}'`).join('\n')};
`;

// Left alone where nothing changed, so that incremental tools see no new file.
if (readFileSync(target, { encoding: 'utf8', flag: 'a+' }) !== text) writeFileSync(target, text);
