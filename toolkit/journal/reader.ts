// Reads a journal as a stream of records and proves on the way that it is whole: header, one run, indices without a gap,
// time that never goes back, a footer that counts right. Strict reading throws at the first defect; lenient reading, meant for
// the journal of a killed run, yields what can be read and lists the defects.
import { createHash } from 'node:crypto';
import { JournalError } from './journal-error.js';
import type { Line } from './lines.js';
import { splitLines } from './lines.js';
import { openJournal } from './open-journal.js';
import { parseFooter, parseHeader, parseRecord } from './parse-line.js';
import type { JournalFooter, JournalHeader, JournalRecord } from './record.js';

const MAX_LINE_BYTES = 1 << 26;
const MAX_DEFECTS = 100;

export interface ReadOptions {
  readonly lenient?: boolean;
  readonly maxLineBytes?: number;
}

/** The result of reading: fills while `records` is consumed, and is final when it ends. */
export interface JournalReading {
  readonly header: JournalHeader;
  readonly records: AsyncGenerator<JournalRecord>;
  /** Known after the last record; undefined where the journal has none (lenient only). */
  readonly footer: JournalFooter | undefined;
  /** What lenient reading passed over, at most the first hundred. */
  readonly defects: readonly JournalError[];
}

/** Opens a file, or any source of bytes. Rejects with `JournalError` when the header is bad, in lenient mode too. */
export async function readJournal(
  source: string | AsyncIterable<Uint8Array>,
  options: ReadOptions = {},
): Promise<JournalReading> {
  const bytes = typeof source === 'string' ? openJournal(source) : source;
  const lines = splitLines(bytes, options.maxLineBytes ?? MAX_LINE_BYTES);
  const first = await lines.next();
  try {
    const header = parseHeader(first.done === true ? undefined : first.value);
    const head = first.done === true ? '' : first.value.text;
    return new Reading(header, head, lines, options.lenient === true);
  } catch (error) {
    await lines.return(undefined);
    throw error;
  }
}

/** Reads everything into memory: for tests and small journals. */
export async function readWholeJournal(
  source: string | AsyncIterable<Uint8Array>,
  options: ReadOptions = {},
): Promise<{
  readonly header: JournalHeader;
  readonly records: readonly JournalRecord[];
  readonly footer: JournalFooter | undefined;
  readonly defects: readonly JournalError[];
}> {
  const reading = await readJournal(source, options);
  const records: JournalRecord[] = [];
  for await (const record of reading.records) {
    records.push(record);
  }
  return { header: reading.header, records, footer: reading.footer, defects: reading.defects };
}

class Reading implements JournalReading {
  readonly header: JournalHeader;
  readonly records: AsyncGenerator<JournalRecord>;
  readonly defects: JournalError[] = [];
  footer: JournalFooter | undefined;
  readonly #lenient: boolean;
  #count = 0;
  #lastIndex = 0;
  #lastNs = 0;
  #lastLine = 1;
  readonly #digest = createHash('sha256');

  constructor(header: JournalHeader, headerText: string, lines: AsyncGenerator<Line>, lenient: boolean) {
    this.header = header;
    this.#digest.update(`${headerText}\n`);
    this.#lenient = lenient;
    this.records = this.#read(lines);
  }

  async *#read(lines: AsyncGenerator<Line>): AsyncGenerator<JournalRecord> {
    for await (const line of lines) {
      this.#lastLine = line.number;
      const record = this.#take(line);
      if (record !== undefined) yield record;
    }
    if (this.footer === undefined) {
      this.#defect(
        'footer-missing',
        this.#lastLine + 1,
        'the footer is missing: the run was killed or the file was cut',
      );
    }
  }

  /** The record of a line; undefined for the footer and, in lenient mode, for a line that is passed over. */
  #take(line: Line): JournalRecord | undefined {
    if (this.footer !== undefined) return this.#defect('after-footer', line.number, 'something follows the footer');
    const footer = parseFooter(line);
    if (footer !== undefined) {
      this.#end(footer, line.number);
      return undefined;
    }
    this.#digest.update(`${line.text}\n`);
    const record = parseRecord(line);
    if (record instanceof JournalError) return this.#report(record);
    if (record.run !== this.header.run) {
      return this.#defect(
        'run-mismatch',
        line.number,
        `expected a record of run ${this.header.run}, got ${record.run}`,
      );
    }
    this.#checkOrder(record, line.number);
    this.#count += 1;
    this.#lastIndex = Math.max(this.#lastIndex, record.i);
    this.#lastNs = Math.max(this.#lastNs, record.t_ns);
    return record;
  }

  #checkOrder(record: JournalRecord, line: number): void {
    const expected = this.#lastIndex + 1;
    if (record.i > expected) {
      this.#defect('gap', line, `expected record ${expected}, got ${record.i}: ${record.i - expected} missing`);
    } else if (record.i < expected) {
      this.#defect('order', line, `expected record ${expected}, got ${record.i} again or out of order`);
    }
    if (record.t_ns < this.#lastNs) {
      this.#defect('order', line, `t_ns goes back from ${this.#lastNs} to ${record.t_ns}`);
    }
  }

  #end(footer: JournalFooter, line: number): void {
    this.footer = footer;
    if (footer.run !== this.header.run) {
      this.#defect('run-mismatch', line, `expected the footer of run ${this.header.run}, got ${footer.run}`);
    }
    if (footer.records !== this.#count || footer.records !== this.#lastIndex) {
      this.#defect('footer-mismatch', line, `the footer counts ${footer.records} records, ${this.#count} were read`);
    }
    if (footer.sha256 !== undefined && footer.sha256 !== this.#digest.digest('hex')) {
      this.#defect('digest-mismatch', line, 'a line before the footer was changed since it was written');
    }
  }

  #defect(defect: JournalError['defect'], line: number, message: string): undefined {
    return this.#report(new JournalError(defect, line, message));
  }

  #report(error: JournalError): undefined {
    if (!this.#lenient) throw error;
    if (this.defects.length < MAX_DEFECTS) this.defects.push(error);
    return undefined;
  }
}
