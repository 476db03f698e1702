// `manifest.json`: name, size and SHA-256 of every file of a report. A certificate signs it; `tsi verify` compares it with the folder.
import { createHash } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { streamRegularFile } from '../../toolkit/journal/regular-file.js';
import { ProtocolError } from '../../toolkit/payload/protocol-error.js';
import { schemaDefect } from './schema.js';

export const MANIFEST_FILE = 'manifest.json';
export const CERTIFICATE_FILE = 'certificate.intoto.jsonl';
/** Where reports of parts lie beside the whole; none of it belongs to the whole. */
export const PARTS_FOLDER = 'partial';

const OUTSIDE: readonly string[] = [MANIFEST_FILE, CERTIFICATE_FILE, PARTS_FOLDER];

export interface ManifestEntry {
  readonly name: string;
  readonly bytes: number;
  /** Hex. */
  readonly sha256: string;
}

export interface Manifest {
  readonly manifest: 1;
  readonly run: string;
  /** Sorted by name; the manifest itself and the certificate are not among them. */
  readonly files: readonly ManifestEntry[];
}

/** Digests of the named files of a folder. */
export async function makeManifest(dir: string, run: string, names: readonly string[]): Promise<Manifest> {
  const files: ManifestEntry[] = [];
  for (const name of [...names].sort()) files.push(await digestFile(dir, name));
  return { manifest: 1, run, files };
}

export function renderManifest(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 1)}\n`;
}

/** Throws `ProtocolError` of code `verification-failed` when the text is no manifest. */
export function parseManifest(text: string): Manifest {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw new ProtocolError('verification-failed', `${MANIFEST_FILE} is not JSON`);
  }
  const defect = schemaDefect('model/manifest.schema.json', document);
  if (defect !== undefined) throw new ProtocolError('verification-failed', `${MANIFEST_FILE}: ${defect}`);
  const manifest = document as Manifest; // the schema has just vouched for this shape
  if (renderManifest(manifest) !== text) {
    throw new ProtocolError('verification-failed', `${MANIFEST_FILE} is not spelled as the suite writes it`);
  }
  const names = manifest.files.map((file) => file.name);
  if (new Set(names).size !== names.length) {
    throw new ProtocolError('verification-failed', `${MANIFEST_FILE}: a file is listed twice`);
  }
  return manifest;
}

/** What in the folder differs from the manifest: changed, missing and added files, one sentence each. */
export async function manifestDifferences(dir: string, manifest: Manifest): Promise<readonly string[]> {
  const listed = new Map(manifest.files.map((file) => [file.name, file]));
  const names = await readdir(dir);
  const present = names.filter((name) => !OUTSIDE.includes(name));
  const differences = present.filter((name) => !listed.has(name)).map((name) => `${name} was added`);
  // A link shows today what may be something else tomorrow.
  for (const name of [MANIFEST_FILE, CERTIFICATE_FILE]) {
    if (names.includes(name) && !(await lstat(join(dir, name))).isFile()) differences.push(`${name} is not a file`);
  }
  for (const [name, entry] of listed) {
    if (!present.includes(name)) {
      differences.push(`${name} is missing`);
      continue;
    }
    const status = await lstat(join(dir, name));
    if (!status.isFile()) {
      differences.push(`${name} is not a file`);
      continue;
    }
    // Of another size it need not be read, however large it is.
    if (status.size !== entry.bytes) {
      differences.push(`${name} has ${status.size} bytes, ${entry.bytes} were recorded`);
      continue;
    }
    const found = await digestFile(dir, name);
    if (found.sha256 !== entry.sha256) differences.push(`${name} has other content than was recorded`);
  }
  return differences;
}

export async function digestFile(dir: string, name: string): Promise<ManifestEntry> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of streamRegularFile(join(dir, name), 1 << 20)) {
    bytes += chunk.length;
    hash.update(chunk);
  }
  return { name, bytes, sha256: hash.digest('hex') };
}
