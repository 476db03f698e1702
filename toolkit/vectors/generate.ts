// Writes `vectors/*.json`, or with `--check` says which files are not what it would write.
// Run the compiled file: `node dist/toolkit/vectors/generate.js [--check]`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../payload/package-root.js';
import { buildVectors } from './build/index.js';
import { vectorText } from './vector-text.js';

const isCheck = process.argv.includes('--check');
const stale: string[] = [];
for (const [name, content] of buildVectors()) {
  const path = join(packageRoot(), 'vectors', `${name}.json`);
  const text = vectorText(content);
  if (!isCheck) {
    writeFileSync(path, text);
  } else if (readFileSync(path, 'utf8') !== text) {
    stale.push(name);
  }
}
if (stale.length > 0) {
  process.stderr.write(
    `expected the vector files to be as generated, got others: ${stale.join(', ')}; run the generator\n`,
  );
  process.exitCode = 1;
}
