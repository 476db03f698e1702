// Files of a certified report, changed, exchanged, added and taken away; each once as it is and once with a manifest made anew.
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  CERTIFICATE_FILE,
  MANIFEST_FILE,
  makeManifest,
  parseManifest,
  renderManifest,
} from '../../../../reports/model/manifest.js';
import type { Unfiled } from '../tampering.js';

type Forge = NonNullable<Unfiled['forge']>;

export const REPORT_FILES = [
  'results.json',
  'journal.ndjson',
  'junit.xml',
  'ctrf.json',
  'summary.md',
  'index.html',
  'metrics.prom',
] as const;

const bytes =
  (change: (content: Buffer) => Buffer) =>
  (path: string): void =>
    writeFileSync(path, change(readFileSync(path)));
const flipped = (at: (length: number) => number): ((path: string) => void) =>
  bytes((content) => {
    const place = at(content.length);
    content[place] = (content[place] ?? 0) ^ 1;
    return content;
  });

/** `aside` is the same file of the other report. */
const OF_A_FILE: readonly (readonly [string, (path: string, aside: string) => void])[] = [
  ['a bit at its beginning', flipped(() => 1)],
  ['a bit in its middle', flipped((length) => length >> 1)],
  ['a bit at its end', flipped((length) => length - 2)],
  ['cut by a byte', bytes((content) => content.subarray(0, -1))],
  ['cut in half', bytes((content) => content.subarray(0, content.length >> 1))],
  ['emptied', bytes(() => Buffer.alloc(0))],
  ['a line more', bytes((content) => Buffer.concat([content, Buffer.from('\n')]))],
  ['twice in one', bytes((content) => Buffer.concat([content, content]))],
  ['zeros at its end', (path) => truncateSync(path, statSync(path).size + 4096)],
  [
    'a byte that is no text',
    bytes((content) => Buffer.concat([content.subarray(0, 40), Buffer.of(0xff), content.subarray(40)])),
  ],
  ['in capitals', bytes((content) => Buffer.from(content.toString('utf8').toUpperCase()))],
  ['in UTF-16', bytes((content) => Buffer.from(`\ufeff${content.toString('utf8')}`, 'utf16le'))],
  ['compressed', bytes((content) => gzipSync(content))],
  ['with an escape for a letter', bytes((content) => Buffer.from(content.toString('utf8').replace(/[a-z]/, escaped)))],
  [
    'a file of its name in capitals beside it',
    (path) => copyFileSync(path, join(dirname(path), basename(path).toUpperCase())),
  ],
  [
    'a file beside it whose name only looks like its own',
    (path) => copyFileSync(path, path.replace(/[aeio](?=[^/]*$)/, lookingAlike)),
  ],
  ['exchanged with the summary', (path) => exchange(path, join(dirname(path), 'summary.md'))],
  ['a byte order mark', bytes((content) => Buffer.concat([Buffer.from('\ufeff'), content]))],
  ['other ends of lines', bytes((content) => Buffer.from(content.toString('utf8').replaceAll('\n', '\r\n')))],
  ['of the other run', (path, aside) => copyFileSync(aside, path)],
  ['taken away', (path) => rmSync(path)],
  ['under another name', (path) => renameSync(path, `${path}.bak`)],
  ['a copy beside it', (path) => copyFileSync(path, `${path}.bak`)],
  [
    'a link to itself elsewhere',
    (path) => {
      // Within the folder it would be found as a file that was added.
      const aside = `${dirname(path)}-aside`;
      mkdirSync(aside, { recursive: true });
      renameSync(path, join(aside, basename(path)));
      symlinkSync(join(aside, basename(path)), path);
    },
  ],
  [
    'a folder in its place',
    (path) => {
      rmSync(path);
      mkdirSync(path);
    },
  ],
];

/** What whoever reads it could wait for for ever. */
const WITHOUT_END: readonly (readonly [string, (path: string) => void])[] = [
  [
    'a pipe in its place',
    (path) => {
      rmSync(path);
      execFileSync('mkfifo', [path]);
    },
  ],
  ['a link to a device without an end in its place', linked(() => '/dev/zero')],
  ['a link to a terminal in its place', linked(() => '/dev/tty')],
  ['a link to itself in its place', linked((path) => path)],
];

function linked(to: (path: string) => string): (path: string) => void {
  return (path) => {
    rmSync(path);
    symlinkSync(to(path), path);
  };
}

function escaped(letter: string): string {
  return `\\u00${letter.charCodeAt(0).toString(16)}`;
}

/** Letters of Cyrillic. */
function lookingAlike(letter: string): string {
  return { a: '\u0430', e: '\u0435', i: '\u0456', o: '\u043e' }[letter] ?? letter;
}

/** The summary itself with the page. */
function exchange(one: string, other: string): void {
  const aside = one === other ? join(dirname(one), 'index.html') : other;
  const [ours, theirs] = [readFileSync(one), readFileSync(aside)];
  writeFileSync(one, theirs);
  writeFileSync(aside, ours);
}

export function ofFiles(): readonly Unfiled[] {
  const files = [...REPORT_FILES, MANIFEST_FILE, CERTIFICATE_FILE];
  const plain = files.flatMap((name) =>
    // Nobody lists the certificate, so that one beside it is a file that was added.
    [...OF_A_FILE, ...WITHOUT_END].map(([what, change]) =>
      row(`${name}: ${what}`, (dir, other) => change(join(dir, name), join(other, name))),
    ),
  );
  const listed = REPORT_FILES.flatMap((name) =>
    OF_A_FILE.map(([what, change]) =>
      row(`${name}: ${what}, and the manifest made anew`, async (dir, other) => {
        change(join(dir, name), join(other, name));
        await listAnew(dir);
      }),
    ),
  );
  return [...plain, ...listed, ...inTheManifest(), ...together()];
}

/** As `tsi run` does, of what is there. */
export async function listAnew(dir: string): Promise<void> {
  const { run } = parseManifest(readFileSync(join(dir, MANIFEST_FILE), 'utf8'));
  const names = readdirSync(dir, { withFileTypes: true })
    .filter((one) => !one.isDirectory() && one.name !== MANIFEST_FILE && one.name !== CERTIFICATE_FILE)
    .map(({ name }) => name);
  writeFileSync(join(dir, MANIFEST_FILE), renderManifest(await makeManifest(dir, run, names)));
}

function inTheManifest(): readonly Unfiled[] {
  const edited =
    (change: (text: string) => string): Forge =>
    (dir) => {
      const path = join(dir, MANIFEST_FILE);
      writeFileSync(path, change(readFileSync(path, 'utf8')));
    };
  const changes: readonly (readonly [string, (text: string) => string])[] = [
    ['another run', (text) => text.replace(/"run": "./, '"run": "x')],
    ['another format', (text) => text.replace('"manifest": 1', '"manifest": 2')],
    ['another size', (text) => text.replace(/"bytes": (\d+)/, '"bytes": 1$1')],
    ['another digest', (text) => text.replace(/"sha256": "..../, '"sha256": "0000')],
    ['a digest in capitals', (text) => text.replace(/"sha256": "([0-9a-f]+)"/, (all) => all.toUpperCase())],
    ['a file twice', (text) => text.replace(/(\{\s*"name": "ctrf.json"[^}]*\},)/, '$1$1')],
    ['no files', (text) => text.replace(/"files": \[[\s\S]*\]/, '"files": []')],
    ['a file from elsewhere', (text) => text.replace('"ctrf.json"', '"../ctrf.json"')],
    ['a member that nobody knows', (text) => text.replace('{', '{ "x": 1,')],
    ['a member twice', (text) => text.replace('"manifest": 1', '"manifest": 2, "manifest": 1')],
    ['in another order', (text) => text.replace(/(\{[^{}]*\}),(\s*)(\{[^{}]*\})/, '$3,$2$1')],
    ['without spaces', (text) => JSON.stringify(JSON.parse(text))],
    ['no JSON', (text) => text.replace('{', '[')],
  ];
  return changes.map(([what, change]) => row(`${MANIFEST_FILE}: ${what}`, edited(change)));
}

function together(): readonly Unfiled[] {
  const from =
    (names: readonly string[]): Forge =>
    (dir, other) => {
      for (const name of names) copyFileSync(join(other, name), join(dir, name));
    };
  return [
    row('manifest and certificate of the other run', from([MANIFEST_FILE, CERTIFICATE_FILE])),
    row('results and journal of the other run', from(['results.json', 'journal.ndjson'])),
    row('everything of the other run but its certificate', from([...REPORT_FILES, MANIFEST_FILE])),
    row(
      'everything of the other run but its results',
      from([...REPORT_FILES.slice(1), MANIFEST_FILE, CERTIFICATE_FILE]),
    ),
    row(
      'everything of the other run but its journal',
      from(['results.json', ...REPORT_FILES.slice(2), MANIFEST_FILE, CERTIFICATE_FILE]),
    ),
    row('a folder more', (dir) => void mkdirSync(join(dir, 'more'))),
    row('the other report inside', (dir, other) => cpSync(other, join(dir, 'other'), { recursive: true })),
    row('a hidden file', (dir) => writeFileSync(join(dir, '.hidden'), 'x')),
    row('a file whose name ends in a dot', (dir) => writeFileSync(join(dir, 'results.json.'), 'x')),
    row('a link that leads nowhere', (dir) => symlinkSync('/nowhere', join(dir, 'more'))),
  ];
}

function row(what: string, forge: Forge): Unfiled {
  return { what, forge };
}
