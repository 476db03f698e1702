// Unit tests of the catalogue: its content as it is shipped, and what its loading refuses.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalogue, loadCatalogue, makeCatalogue } from './catalogue.js';
import { compileCatalogue } from './compile.js';
import { AREAS, areaOf, SECTIONS } from './requirement.js';
import { findings } from './validate.js';
import { type CatalogueSources, catalogueFolder, readSources } from './yaml-files.js';

let sources: CatalogueSources;
let catalogue: Catalogue;
const folder = mkdtempSync(join(tmpdir(), 'catalogue-'));

beforeAll(async () => {
  sources = await readSources(catalogueFolder());
  catalogue = await loadCatalogue();
});

afterAll(() => rmSync(folder, { recursive: true }));

describe('the catalogue of requirements', () => {
  it('has no finding', () => {
    expect(findings(sources)).toEqual([]);
  });

  it('states at least 250 requirements, 170 of them of servers and open to judgement', () => {
    const testable = catalogue.requirements.filter(
      ({ subject, level, untestable }) => subject === 'server' && level !== 'may' && untestable === undefined,
    );
    expect(catalogue.requirements.length).toBeGreaterThanOrEqual(250);
    expect(testable.length).toBeGreaterThanOrEqual(170);
  });

  it('has its ids as a type, generated from these very files', () => {
    const written = readFileSync(join(catalogueFolder(), 'requirement-id.ts'), 'utf8').match(/(?<=\| ')[^']+/g);
    expect(written?.toSorted(), 'npm run build writes it').toEqual(sources.requirements.map(({ id }) => id).sort());
  });

  it('has entries in every area', () => {
    const areas = new Set(catalogue.requirements.map(({ id }) => areaOf(id)));
    expect(AREAS.filter((area) => !areas.has(area))).toEqual([]);
  });

  it('leaves out no section and no numbered rule of the interface', () => {
    const stated = new Set(
      catalogue.requirements.flatMap(({ section, rule, also = [] }) => [section, `${section}.${rule}`, ...also]),
    );
    const places = Object.entries(SECTIONS).flatMap(([section, rules]) => [
      section,
      ...Array.from({ length: rules }, (_, at) => `${section}.${at + 1}`),
    ]);
    // Sections 2 and 7 only hold their parts; rule 7 of section 1 only points to sections 5 and 8.
    expect(places.filter((place) => !stated.has(place))).toEqual(['1.7', '2', '7']);
  });

  it('uses every open point that it lists or leaves it to the dialect', () => {
    const known = new Set(sources.open.map(({ id }) => id));
    const used = new Set(sources.requirements.flatMap(({ open = [] }) => open));
    expect([...used].filter((id) => !known.has(id))).toEqual([]);
  });

  it('lists the 66 test purposes', () => {
    expect(catalogue.purposes.map(({ number }) => number)).toEqual(Array.from({ length: 66 }, (_, at) => at + 1));
  });

  it('orders requirements by section and rule', () => {
    const order = catalogue.requirements.map(({ section, rule = 0 }) => Number(section) * 1000 + rule);
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });
});

describe('compiling the catalogue', () => {
  it('writes JSON that reads back as the same catalogue', async () => {
    const file = join(folder, 'compiled', 'catalogue.json');
    await expect(compileCatalogue(catalogueFolder(), file)).resolves.toBe(sources.requirements.length);
    const back = makeCatalogue(JSON.parse(readFileSync(file, 'utf8')));
    expect(back.digest).toBe(catalogue.digest);
    expect(back).toEqual(catalogue);
  });
});

describe('a wrong catalogue', () => {
  const entry = {
    id: 'auth.path-matches',
    section: '5.3',
    level: 'must',
    subject: 'server',
    statement: 'States it.',
  } as const;
  const wrong = (change: object, more: Partial<CatalogueSources> = {}): readonly string[] =>
    findings({ requirements: [{ ...entry, ...change }], open: [], purposes: [], ...more });

  it.each([
    ['an unknown area', { id: 'nonsense.a' }, 'expected an area'],
    ['an unknown section', { section: '5.9' }, 'no section 5.9'],
    ['an unknown further section', { also: ['7.9'] }, 'no section 7.9'],
    ['a rule that the section does not have', { rule: 12 }, 'section 5.3 has no rule 12'],
    ['an unknown open point', { open: ['nonsense'] }, 'no open point nonsense'],
    ['a duty of the client that nobody judges', { subject: 'client' }, 'is judged of clients'],
    [
      'a reason beside who judges',
      { subject: 'client', judgedBy: 'client', untestable: 'Nobody.' },
      'is judged of clients',
    ],
    ['a duty of the server that clients are judged by', { judgedBy: 'client' }, 'is not judged of clients'],
    ['a permission without reason or open point', { level: 'may' }, 'needs a reason'],
  ])('is found out by %s', (_, change, message) => {
    expect(wrong(change)).toEqual([expect.stringContaining(message)]);
  });

  it('is found out by two entries with one id', () => {
    const twice = [entry, { ...entry, statement: 'States something else.' }];
    expect(findings({ requirements: twice, open: [], purposes: [] })).toEqual([
      'auth.path-matches: two requirements have this id',
    ]);
  });

  it('names file and line of a value that its schema refuses', async () => {
    cpSync(catalogueFolder(), join(folder, 'schema'), { recursive: true });
    writeFileSync(
      join(folder, 'schema', '9-versioning.yaml'),
      'requirements:\n  - id: versioning.a\n    section: "9"\n    level: perhaps\n    subject: server\n    statement: Long enough to be a statement.\n',
    );
    await expect(readSources(join(folder, 'schema'))).rejects.toThrow(/9-versioning\.yaml:4: .*level/);
  });

  it('names the file whose YAML does not parse', async () => {
    cpSync(catalogueFolder(), join(folder, 'yaml'), { recursive: true });
    writeFileSync(join(folder, 'yaml', '9-versioning.yaml'), 'requirements: [\n');
    await expect(readSources(join(folder, 'yaml'))).rejects.toThrow(/9-versioning\.yaml/);
  });
});
