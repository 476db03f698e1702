// Writes the record of a witness line by line, bounded in memory and on disk, and signs it at the end.
import { createHash } from 'node:crypto';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import type { Signer } from '../../toolkit/signing/index.js';
import { signEnvelope } from '../certificate/dsse.js';
import { keyIdOf } from '../certificate/key-id.js';
import { STATEMENT_TYPE } from '../certificate/statement.js';
import {
  WITNESS_FORMAT,
  WITNESS_PREDICATE,
  type WitnessEntry,
  type WitnessHeader,
  type WitnessSummary,
} from './record.js';

const FLUSH_CHARACTERS = 1 << 16;
const MOST_BYTES = 1 << 29;

export class WitnessWriter {
  readonly #path: string;
  readonly #file: number;
  readonly #header: WitnessHeader;
  readonly #mostBytes: number;
  readonly #digest = createHash('sha256');
  #pending = '';
  #bytes = 0;
  #entries = 0;
  #whole = true;

  /** Never overwrites a file. Throws what the file system says. */
  constructor(path: string, target: string, mostBytes: number = MOST_BYTES) {
    this.#path = path;
    this.#file = openSync(path, 'wx');
    this.#mostBytes = mostBytes;
    this.#header = { witness: WITNESS_FORMAT, started: new Date().toISOString(), target };
    this.#line(this.#header);
  }

  append(entry: WitnessEntry): void {
    if (this.#bytes + this.#pending.length >= this.#mostBytes) this.#whole = false;
    if (!this.#whole) return;
    this.#entries += 1;
    this.#line(entry);
  }

  /** Signs what was recorded, and closes the file; `certificates` of the target, as its summary holds them. */
  close(signer: Signer, certificates: readonly string[] = []): WitnessSummary {
    this.#flush();
    const { started, target } = this.#header;
    const finished = new Date().toISOString();
    const seen = certificates.length === 0 ? {} : { certificates };
    const summary: WitnessSummary = { started, finished, target, ...seen, entries: this.#entries, whole: this.#whole };
    const statement = {
      _type: STATEMENT_TYPE,
      subject: [{ name: 'what crossed the witness', digest: { sha256: this.#digest.digest('hex') } }],
      predicateType: WITNESS_PREDICATE,
      predicate: summary,
    };
    const payload = Buffer.from(JSON.stringify(statement), 'utf8');
    const envelope = signEnvelope(signer, keyIdOf(signer.publicKey), payload);
    writeSync(this.#file, `${JSON.stringify(envelope)}\n`);
    closeSync(this.#file);
    return summary;
  }

  /** Removes the file: nothing was witnessed. */
  discard(): void {
    closeSync(this.#file);
    rmSync(this.#path);
  }

  #line(value: object): void {
    this.#pending += `${JSON.stringify(value)}\n`;
    if (this.#pending.length >= FLUSH_CHARACTERS) this.#flush();
  }

  #flush(): void {
    const bytes = Buffer.from(this.#pending, 'utf8');
    this.#pending = '';
    this.#digest.update(bytes);
    this.#bytes += bytes.length;
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
  }
}
