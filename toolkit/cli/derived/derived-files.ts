// Every committed file that follows from others, with what it must hold. `npm run generate` writes them, a test holds them fresh.
// Left to the build: `requirement-id.ts`, without which nothing compiles. Left to commands of their own, since they take long:
// the fault matrix in README.md (`tsi matrix --badge`) and the mutation score (`npm run mutate`).
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HEADLINES, MEANINGS } from '../../../reports/model/words.js';
import { packageRoot } from '../../base/package-root.js';
import { dialectSchemaText } from '../../profile/dialect/dialect-schema.js';
import { EXAMPLES_PATH } from '../../reference/contract/examples/example-set.js';
import { examplesText } from '../../reference/contract/examples/write-examples.js';
import { buildVectors } from '../../vectors/build/index.js';
import { vectorText } from '../../vectors/vector-text.js';
import { EXIT, EXIT_MEANINGS } from '../exit-codes.js';
import { importRules } from './import-floors.js';
import { betweenMarks } from './marked.js';
import { statementRows } from './statements.js';

export interface DerivedFile {
  /** Relative to the root of the package. */
  readonly path: string;
  readonly text: string;
}

export async function derivedFiles(): Promise<readonly DerivedFile[]> {
  return [
    { path: 'biome.boundaries.json', text: boundaries() },
    { path: EXAMPLES_PATH, text: await examplesText() },
    { path: 'toolkit/profile/dialect/dialect.schema.json', text: dialectSchemaText() },
    withSections('README.md', {
      verdicts: table(['word', 'meaning'], Object.entries({ ...MEANINGS, ...HEADLINES })),
      'exit codes': table(['exit code', 'meaning'], exitCodes()),
    }),
    withSections('toolkit/reference/README.md', { statements: table(['statement', 'rules'], statementRows()) }),
    ...[...buildVectors()].map(([name, content]) => ({ path: `vectors/${name}.json`, text: vectorText(content) })),
  ];
}

/** One rule to a line. */
function boundaries(): string {
  const lines = importRules().map((rule) => `    ${JSON.stringify(rule)}`);
  return `{\n  "overrides": [\n${lines.join(',\n')}\n  ]\n}\n`;
}

function exitCodes(): readonly (readonly string[])[] {
  // Keys of EXIT_MEANINGS are those of EXIT.
  return Object.entries(EXIT_MEANINGS).map(([name, meaning]) => [String(EXIT[name as keyof typeof EXIT]), meaning]);
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n');
}

function withSections(path: string, sections: Readonly<Record<string, string>>): DerivedFile {
  let text = readFileSync(join(packageRoot(), path), 'utf8');
  for (const [name, content] of Object.entries(sections)) {
    const next = betweenMarks(text, name, content);
    if (next === undefined) throw new Error(`${path}: expected the marks of the section "${name}"`);
    text = next;
  }
  return { path, text };
}
