// The digest of the suite as it ran: over what its package holds and a verdict can rest on, programs and data, so that a certificate names
// the judge and not only its version. A checkout and the package installed from it have the same digest.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

const FOLDERS = ['dist', 'toolkit', 'reports', 'vectors'];
/** What is packed besides documents and sources, which do not run. */
const TAKEN = /^package\.json$|^(dist|vectors)\/|^(toolkit|reports)\/.*\.(json|yaml)$/;
/** What of it `files` in package.json leaves out. */
const LEFT_OUT =
  /\.test\.|\.d\.ts$|\/tsconfig\.json$|\/trials\/|^toolkit\/cli\/|^(reports\/viewer|toolkit\/doctor\/web|toolkit\/reference\/page\/web)\//;

/** Hex SHA-256 over the paths and contents, sorted by path. */
export async function packageDigest(root: string): Promise<string> {
  const files = ['package.json'];
  for (const folder of FOLDERS) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (entry.isFile()) files.push(relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
    }
  }
  const hash = createHash('sha256');
  for (const file of files.filter((one) => TAKEN.test(one) && !LEFT_OUT.test(one)).sort()) {
    const content = createHash('sha256')
      .update(await readFile(join(root, file)))
      .digest('hex');
    hash.update(`${content}  ${file}\n`);
  }
  return hash.digest('hex');
}
