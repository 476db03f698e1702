// Copies into `dist/` the declarations that users of the exports can reach, and no others: those of the exported modules and all that
// these name, from `build/`, where the compiler wrote them.
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const [from, to] = [join(root, 'build'), join(root, 'dist')];

/** `from './check.js'`, `import './x.js'`, `import("./x.js").Type`. */
const NAMED = /(?:from|import)\s*\(?\s*['"](\.[^'"]+)\.js['"]/g;

const waiting = Object.values(exports).flatMap(({ types }) =>
  types ? [join(root, types.replace('dist', 'build'))] : [],
);
const seen = new Set(waiting);
for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
  const text = readFileSync(file, 'utf8');
  const target = join(to, relative(from, file));
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(file, target);
  for (const [, named] of text.matchAll(NAMED)) {
    const next = join(dirname(file), `${named}.d.ts`);
    if (seen.has(next)) continue;
    if (!existsSync(next)) throw new Error(`${file} names ${named}, which has no declarations`);
    seen.add(next);
    waiting.push(next);
  }
}
