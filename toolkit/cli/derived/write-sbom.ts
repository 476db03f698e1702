// Writes the bill of materials into the build. Run by `npm run build`, where the lockfile is.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../base/package-root.js';
import { type Lockfile, sbomOf } from './sbom.js';

const root = packageRoot();
const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile; // npm wrote it
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  name: string;
  version: string;
  license: string;
};
writeFileSync(join(root, 'dist/sbom.cdx.json'), `${JSON.stringify(sbomOf(lockfile, own), null, 1)}\n`);
