// The bill of materials of the package, CycloneDX 1.5: what an installation brings along, by the lockfile, each with its digest. Without
// a date and a serial number, so that one lockfile gives one document.

export interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly link?: boolean;
}

export interface Lockfile {
  /** By place: `node_modules/ws`; the package itself under the empty name. */
  readonly packages: Readonly<Record<string, LockEntry>>;
}

export function sbomOf(
  { packages }: Lockfile,
  { name, version, license }: { name: string; version: string; license: string },
): object {
  const ref = `pkg:npm/${name}@${version}`;
  const components = Object.entries(packages)
    .filter(([place, { dev }]) => place !== '' && dev !== true)
    .map(([place, entry]) =>
      componentOf(place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length), entry),
    );
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': ref,
        name,
        version,
        purl: ref,
        licenses: [{ license: { id: license } }],
      },
    },
    components: [...new Map(components.map((one) => [one.purl, one])).values()].sort((a, b) =>
      a.purl < b.purl ? -1 : 1,
    ),
  };
}

interface Component {
  readonly purl: string;
}

function componentOf(name: string, { version = '0', integrity, license }: LockEntry): Component {
  const [algorithm, digest] = integrity?.split('-', 2) ?? [];
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const alg = { sha512: 'SHA-512', sha1: 'SHA-1' }[algorithm ?? ''];
  return {
    ...{ type: 'library', 'bom-ref': purl, name, version },
    purl,
    ...(license !== undefined && { licenses: [{ expression: license }] }),
    ...(alg !== undefined &&
      digest !== undefined && { hashes: [{ alg, content: Buffer.from(digest, 'base64').toString('hex') }] }),
  };
}
