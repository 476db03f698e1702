import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { packageRoot } from '../base/package-root.js';
import { JournalError } from './journal-error.js';
import { KeptRecords, MemoryJournal } from './memory.js';
import { readJournal, readWholeJournal } from './reader.js';
import { REMARK, type RecordDraft } from './record.js';
import { JournalWriter } from './writer.js';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tsi-journal-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const opening = {
  run: 'run-1',
  seed: '42',
  suite: { name: 'tsi-conformance', version: '0.0.0' },
  profile: { name: 'test', fingerprint: 'ab' },
};

const draft = (fill: Partial<RecordDraft> = {}): RecordDraft => ({
  ...REMARK,
  kind: 'info',
  parsed: null,
  ...fill,
});

const write = (name: string, count: number): string => {
  const path = join(folder, name);
  const writer = JournalWriter.open(path, opening);
  for (let at = 0; at < count; at += 1) {
    writer.append(draft({ raw: `record ${at} é` }));
  }
  writer.close('finished');
  return path;
};

async function* bytesOf(lines: readonly string[], chunk = 7): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(lines.join(''));
  for (let at = 0; at < bytes.length; at += chunk) {
    yield bytes.subarray(at, at + chunk);
  }
}

describe('a journal', () => {
  test('comes back as it was written, with header and footer', async () => {
    const read = await readWholeJournal(write('whole.ndjson', 3));
    expect(read.header).toMatchObject({ journal: 1, run: 'run-1', seed: '42', settings: null });
    expect(read.records.map((record) => [record.i, record.raw])).toEqual([
      [1, 'record 0 é'],
      [2, 'record 1 é'],
      [3, 'record 2 é'],
    ]);
    expect(read.footer).toMatchObject({ end: true, run: 'run-1', records: 3, reason: 'finished' });
    expect(read.defects).toEqual([]);
  });

  test('hides the private keys of the profile and names the records that held one', () => {
    const secret = 'c2VjcmV0LXNlY3JldC1zZWNyZXQ';
    const path = join(folder, 'secret.ndjson');
    const writer = JournalWriter.open(path, { ...opening, secrets: [secret], settings: { key: secret } });
    writer.append(draft());
    writer.append(draft({ parsed: { nested: [{ deep: secret }] } }));
    writer.append(draft({ raw: { base64: Buffer.from(`\xff${secret}`, 'latin1').toString('base64') } }));
    writer.close('finished');
    const text = readFileSync(path, 'utf8');
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(secret).toString('base64').slice(4, 20));
    expect(writer.secretsIn).toEqual([2, 3]);
  });

  test('writes a verdict at once and everything else within moments', async () => {
    const path = join(folder, 'live.ndjson');
    const writer = JournalWriter.open(path, opening);
    const lines = (): number => readFileSync(path, 'utf8').split('\n').length - 1;
    writer.append(draft());
    expect(lines()).toBe(1);
    await expect.poll(lines, { timeout: 2_000, interval: 5 }).toBe(2);
    writer.append(draft());
    writer.append(draft({ kind: 'verdict' }));
    expect(lines()).toBe(4);
    writer.close('finished');
  });

  test('survives values that JSON cannot express', async () => {
    const path = join(folder, 'cycle.ndjson');
    const writer = JournalWriter.open(path, opening);
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    // A cycle is no JsonValue; a faulty dialect module could still hand one over.
    writer.append(draft({ parsed: cycle as RecordDraft['parsed'] }));
    writer.close('finished');
    const { records } = await readWholeJournal(path);
    expect(records[0]?.error?.code).toBe('unserialisable');
  });

  test.runIf(existsSync('/proc/self/fd'))('remembers a disk that takes no more instead of throwing', () => {
    const path = join(folder, 'lost.ndjson');
    const writer = JournalWriter.open(path, opening);
    const descriptors = '/proc/self/fd';
    for (const name of readdirSync(descriptors)) {
      const descriptor = join(descriptors, name);
      if (existsSync(descriptor) && readlinkSync(descriptor) === path) closeSync(Number(name));
    }
    expect(writer.append(draft({ kind: 'verdict' }))).toBe(1);
    expect(writer.failure?.message).toMatch(/EBADF/);
    writer.close('finished');
  });

  test('says at the start when the file cannot be made', () => {
    expect(() => JournalWriter.open('/dev/null/x/journal.ndjson', opening)).toThrow(/cannot write the journal/);
  });

  test('notices a record after the end', () => {
    const writer = JournalWriter.open(join(folder, 'late.ndjson'), opening);
    writer.close('interrupted');
    writer.close('finished');
    writer.append(draft());
    expect(writer.failure?.message).toMatch(/after the journal was closed/);
  });

  test('keeps what was flushed when the process is killed', async () => {
    const path = join(folder, 'killed.ndjson');
    await build({
      configFile: false,
      logLevel: 'silent',
      ssr: { noExternal: true },
      build: {
        ssr: join(packageRoot(), 'toolkit/journal/writer.ts'),
        outDir: join(folder, 'built'),
        rollupOptions: { output: { entryFileNames: 'writer.mjs' } },
      },
    });
    const script = `import { JournalWriter } from ${JSON.stringify(join(folder, 'built/writer.mjs'))};
      const writer = JournalWriter.open(${JSON.stringify(path)}, ${JSON.stringify(opening)});
      const draft = ${JSON.stringify(draft())};
      setInterval(() => { for (let n = 0; n < 50; n += 1) writer.append({ ...draft, raw: 'x'.repeat(200) }); }, 1);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
    await expect.poll(() => size(path), { timeout: 15_000, interval: 10 }).toBeGreaterThan(100_000);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await expect(readWholeJournal(path)).rejects.toThrow(JournalError);
    const read = await readWholeJournal(path, { lenient: true });
    expect(read.records.length).toBeGreaterThan(200);
    expect(read.records.at(-1)?.i).toBe(read.records.length);
    expect(read.footer).toBeUndefined();
    expect(read.defects.at(-1)?.defect).toBe('footer-missing');
  });
});

function size(path: string): number {
  try {
    return readFileSync(path).length;
  } catch {
    return 0;
  }
}

describe('a damaged journal', () => {
  let lines: readonly string[] = [];
  beforeAll(() => {
    lines = readFileSync(write('damaged.ndjson', 4), 'utf8').split(/(?<=\n)/);
  });
  const edit = (at: number, change: (record: Record<string, unknown>) => void): readonly string[] =>
    lines.map((line, index) => {
      if (index !== at) return line;
      const record: Record<string, unknown> = JSON.parse(line);
      change(record);
      return `${JSON.stringify(record)}\n`;
    });
  const without = (at: number): readonly string[] => lines.filter((_line, index) => index !== at);

  test.each([
    ['an empty file', () => [], 'header-invalid', 1],
    ['no header', () => without(0), 'header-invalid', 1],
    ['another format', () => edit(0, (header) => Object.assign(header, { journal: 2 })), 'format-unsupported', 1],
    ['a header without seed', () => edit(0, (header) => Object.assign(header, { seed: 7 })), 'header-invalid', 1],
    ['a missing record', () => without(2), 'gap', 3],
    ['swapped records', () => [lines[0], lines[1], lines[3], lines[2], lines[4], lines[5]].map(String), 'gap', 3],
    ['a doubled record', () => [...lines.slice(0, 3), String(lines[2]), ...lines.slice(3)], 'order', 4],
    ['time that goes back', () => edit(3, (record) => Object.assign(record, { t_ns: 0 })), 'order', 4],
    ['a record of another run', () => edit(2, (record) => Object.assign(record, { run: 'other' })), 'run-mismatch', 3],
    ['a record of no kind', () => edit(2, (record) => Object.assign(record, { kind: 'hearsay' })), 'line-invalid', 3],
    ['a record without parsed', () => edit(2, (record) => delete record['parsed']), 'line-invalid', 3],
    ['a cause in the future', () => edit(2, (record) => Object.assign(record, { cause: 9 })), 'line-invalid', 3],
    ['a line that is no JSON', () => [...lines.slice(0, 2), 'garbage\n', ...lines.slice(2)], 'line-invalid', 3],
    ['an empty line', () => [...lines.slice(0, 2), '\n', ...lines.slice(2)], 'line-invalid', 3],
    ['a cut last line', () => [...lines.slice(0, 4), String(lines[4]).slice(0, 30)], 'line-truncated', 5],
    ['no footer', () => lines.slice(0, 5), 'footer-missing', 6],
    [
      'a footer that counts wrong',
      () => edit(5, (footer) => Object.assign(footer, { records: 9 })),
      'footer-mismatch',
      6,
    ],
    ['something after the footer', () => [...lines, String(lines[1])], 'after-footer', 7],
    ['an endless line', () => [...lines.slice(0, 2), `${'x'.repeat(70_000)}\n`, ...lines.slice(2)], 'line-too-long', 3],
  ] as const)('shows %s by name and line', async (_what, broken, defect, line) => {
    const reading = readWholeJournal(bytesOf(broken(), 997), { maxLineBytes: 65_536 });
    const error = await reading.then(
      () => undefined,
      (cause: unknown) => cause,
    );
    expect(error).toBeInstanceOf(JournalError);
    expect(error).toMatchObject({ code: 'journal-invalid', defect, line });
  });

  test('shows bytes that are not UTF-8', async () => {
    const broken = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from(lines.slice(0, 2).join(''));
      yield Buffer.from([0x22, 0xff, 0x22, 0x0a]);
    };
    await expect(readWholeJournal(broken())).rejects.toMatchObject({ defect: 'line-invalid', line: 3 });
  });

  test('is read past its defects in lenient mode', async () => {
    const broken = [...lines.slice(0, 2), 'garbage\n', String(lines[3]), String(lines[4]).slice(0, 30)];
    const read = await readWholeJournal(bytesOf(broken), { lenient: true });
    expect(read.records.map((record) => record.i)).toEqual([1, 3]);
    expect(read.defects.map((defect) => defect.defect)).toEqual([
      'line-invalid',
      'gap',
      'line-truncated',
      'footer-missing',
    ]);
  });

  test('gives the records before the first defect when read as a stream', async () => {
    const seen: number[] = [];
    const reading = await readJournal(bytesOf(without(3)));
    await expect(async () => {
      for await (const record of reading.records) {
        seen.push(record.i);
      }
    }).rejects.toThrow(/journal line 4: expected record 3, got 4: 1 missing/);
    expect(seen).toEqual([1, 2]);
  });
});

describe('journals in memory', () => {
  test('hold records as a file would', () => {
    const journal = new MemoryJournal();
    expect(journal.append(draft({ raw: `SVC-SIGN: ${'a'.repeat(86)}` }))).toBe(1);
    expect(journal.at(1)?.raw).toBe('SVC-SIGN: [signature of 86 characters: aaaaaa...aa]');
    expect(journal.of('info')).toHaveLength(1);
    expect(journal.at(2)).toBeUndefined();
  });

  test('keep what passes to another sink', () => {
    const kept = new KeptRecords(new MemoryJournal());
    const i = kept.append(draft({ operation_id: 'op-1' }));
    expect(kept.at(i)?.operation_id).toBe('op-1');
  });
});
