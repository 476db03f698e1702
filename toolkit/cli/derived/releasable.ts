// Whether a tag may be published: what the manifest, the changelog and the recipes must say of it, and what nobody may have left open.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Release {
  readonly root: string;
  /** The tag that is published, such as `v1.2.3`. */
  readonly tag: string;
  /** `owner/name` of the repository that publishes, where a workflow says it. */
  readonly repository?: string;
}

interface Manifest {
  readonly version: string;
  readonly repository?: { readonly url?: string };
  readonly homepage?: string;
  readonly bugs?: { readonly url?: string };
}

/** A name that somebody was to put in. */
const PLACEHOLDER = /\bOWNER\b|\bTODO\b|example\.(?:com|org)|your-org/i;
/** Where a recipe names a version of the package. */
const NAMED =
  /(?:tsi-conformance[@:]|TSI_VERSION(?: = '|: )|\bversion: \{ default: |ARG VERSION=)(\d+\.\d+\.\d+[\w.-]*)/g;

/** Sentences for people; none when all is there. */
export function missingFor({ root, tag, repository }: Release): readonly string[] {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest; // this project's
  const missing: string[] = [];
  if (tag !== `v${manifest.version}`) missing.push(`the tag is ${tag}, and package.json says ${manifest.version}`);
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  if (!changelog.includes(`\n## [${manifest.version}]`)) missing.push(`CHANGELOG.md has no part ${manifest.version}`);
  for (const [member, url] of addresses(manifest)) {
    if (url === undefined) missing.push(`package.json has no ${member}`);
    else if (PLACEHOLDER.test(url)) missing.push(`${member} of package.json is still a placeholder: ${url}`);
  }
  const url = manifest.repository?.url;
  if (url !== undefined && repository !== undefined && !isOf(url, repository)) {
    missing.push(`repository.url of package.json is ${url}, and ${repository} publishes: npm refuses the provenance`);
  }
  for (const [file, text] of recipes(root)) {
    const others = [...text.matchAll(NAMED)].map(([, version]) => version).filter((one) => one !== manifest.version);
    if (others.length > 0) missing.push(`${file} names version ${others.join(', ')}`);
    if (PLACEHOLDER.test(text)) missing.push(`${file} has a placeholder`);
  }
  return missing;
}

function addresses({ repository, homepage, bugs }: Manifest): readonly (readonly [string, string | undefined])[] {
  return [
    ['repository.url', repository?.url],
    ['homepage', homepage],
    ['bugs.url', bugs?.url],
  ];
}

function isOf(url: string, repository: string): boolean {
  return url
    .replace(/\.git$/, '')
    .toLowerCase()
    .endsWith(`/${repository.toLowerCase()}`);
}

/** What users copy, by its path in the project. */
function recipes(root: string): readonly (readonly [string, string])[] {
  const folder = join('reports', 'ci');
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [path.slice(root.length + 1), readFileSync(path, 'utf8')]);
}
