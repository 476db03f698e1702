// The readers of what strangers send, each as a property: on anything at all it ends, in bounded time, with a value or with an error that
// it is said to throw. What a reader says is judged where it has an oracle.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { parseEnvelope } from '../../../reports/certificate/dsse.js';
import { parseManifest } from '../../../reports/model/manifest.js';
import { parseResults } from '../../../reports/model/results-json.js';
import { packageRoot } from '../../base/package-root.js';
import { diagnose, readCapture } from '../../doctor/index.js';
import { JournalError } from '../../journal/journal-error.js';
import { readWholeJournal } from '../../journal/reader.js';
import type { JsonValue } from '../../payload/json.js';
import { ProtocolError } from '../../payload/protocol-error.js';
import { sameJson } from '../../payload/same-json.js';
import { readStrictJson } from '../../payload/strict-json.js';
import { compileDialect } from '../../profile/dialect/compile.js';
import { type Dialect, REQUEST_NAMES } from '../../profile/dialect/dialect.js';
import { viewOf } from '../../profile/dialect/reading/answer-view.js';
import type { DialectSpec } from '../../profile/dialect/spec.js';
import { loadProfile } from '../../profile/loading/load.js';
import { startReference } from '../../reference/index.js';
import { createVerifier } from '../../signing/index.js';
import { nodeHashing } from '../../signing/node-hashing.js';
import { judge } from '../../vectors/judge.js';
import { loadTests } from '../../vectors/load.js';
import { readFrames } from '../../wire/streams/websocket-frames.js';
import { HttpMessages } from '../witness/http-messages.js';
import { StreamMessages } from '../witness/stream-messages.js';
import { near } from './near.js';
import { spelledBy } from './spelled-by.js';

export interface Reader {
  readonly name: string;
  /** What it is given; the property fails by throwing or by `false`. */
  readonly property: () => Promise<fc.IAsyncProperty<[unknown]>>;
}

/** On a machine that does other things, too. */
const SLOW_MS = 5_000;

export const READERS: readonly Reader[] = [
  reader('strict-json', near.json, (bytes) => {
    const { value, defects } = readStrictJson(bytes);
    const plain = attempted(
      () => JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)) as JsonValue,
    );
    // Where it sees no defect, every reader reads the same.
    if (defects.length === 0 && bytes.length > 0 && !sameJson(plain, value)) {
      throw new Error('JSON.parse reads something else');
    }
  }),
  reader('frames', near.frames, (bytes) => {
    const { frames, length } = readFrames(Buffer.from(bytes));
    if (length > bytes.length || frames.some(({ payload }) => payload.length > bytes.length)) {
      throw new Error('more than came');
    }
    const whole: string[] = [];
    new StreamMessages((payload) => void whole.push(payload.toString('hex'))).take(Buffer.from(bytes));
    const parts: string[] = [];
    const listener = new StreamMessages((payload) => void parts.push(payload.toString('hex')));
    for (const byte of bytes) listener.take(Buffer.from([byte]));
    if (whole.join() !== parts.join()) throw new Error('other messages when they come byte by byte');
  }),
  reader('http', near.http, (bytes) => {
    const heard = (chunks: readonly Uint8Array[]): string => {
      const messages: string[] = [];
      const listener = new HttpMessages({
        extentOf: (head) => ({ body: head.first.startsWith('HTTP') ? 'to-the-end' : 0 }),
        message: (message) => void messages.push(JSON.stringify(message)),
      });
      for (const chunk of chunks) listener.take(Buffer.from(chunk));
      return messages.join('\n');
    };
    if (heard([bytes]) !== heard([...bytes].map((byte) => Uint8Array.of(byte)))) {
      throw new Error('other messages when they come byte by byte');
    }
  }),
  reader('profile', near.yaml, async (bytes) => {
    const folder = mkdtempSync(join(tmpdir(), 'tsi-fuzz-'));
    try {
      await loadProfile(join(folder, 'target.yaml'), {
        text: Buffer.from(bytes).toString('utf8'),
        env: { KEY: '11'.repeat(32) },
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  }),
  reader('journal', near.journal, async (bytes) => {
    for (const lenient of [true, false]) await readWholeJournal(once(bytes), { lenient }).catch(known);
  }),
  reader('vectors', near.value, (value) => {
    for (const { operation, context, test } of SOME_TESTS) judge(operation, context, test, value);
  }),
  reader('captures', near.capture, (bytes) => {
    const capture = readCapture(bytes);
    diagnose(capture, { keys: [], hashing: nodeHashing, verifierOf: createVerifier });
  }),
  reader('certificates', near.certificate, (bytes) => {
    const text = Buffer.from(bytes).toString('utf8');
    for (const read of [parseEnvelope, parseManifest, (one: string) => parseResults(one, 'results.json')]) {
      try {
        read(text);
      } catch (error) {
        known(error);
      }
    }
  }),
  ...(['default', 'contrary'] as const).map(
    (spelling): Reader => ({
      name: `dialect-${spelling}`,
      property: async () => {
        const service = await startReference({ dialect: spelling, accounts: 1, seed: 1 });
        const { profile } = service;
        await service.close();
        if (!('spec' in profile.dialect)) throw new TypeError('the reference service speaks a dialect that is data');
        const dialect = compileDialect(
          profile.dialect.spec as unknown as DialectSpec,
          profile.baseUrl,
          profile.streamUrl,
        ); // whole, as it is its own
        return asProperty(near.message, readBy(dialect));
      },
    }),
  ),
  // Spellings of profiles: frames that are split, words that are numbers, maps by identifier.
  ...['compact', 'envelope', 'nested'].map(
    (trial): Reader => ({
      name: `dialect-${trial}`,
      property: async () => {
        const file = join(packageRoot(), 'toolkit/profile/trials', `${trial}.yaml`);
        const { dialect: stated, baseUrl } = await loadProfile(file, { onMissingSecret: () => undefined });
        if (!('spec' in stated)) throw new TypeError('a trial is a dialect that is data');
        const spec = stated.spec as unknown as DialectSpec; // a loaded profile has it whole
        return asProperty(spelledBy(stated.spec), readBy(compileDialect(spec, baseUrl)));
      },
    }),
  ),
];

function readBy(dialect: Dialect): (value: JsonValue) => void {
  return (value) => {
    dialect.readFrame(value);
    for (const request of REQUEST_NAMES) for (const status of [200, 400]) viewOf(dialect, request, status, value);
  };
}

const SOME_TESTS = loadTests().filter((_, at) => at % 97 === 0);

function reader<T>(name: string, given: fc.Arbitrary<T>, read: (value: T) => void | Promise<void>): Reader {
  return { name, property: async () => asProperty(given, read) };
}

function asProperty<T>(given: fc.Arbitrary<T>, read: (value: T) => void | Promise<void>): fc.IAsyncProperty<[unknown]> {
  return fc.asyncProperty(given as fc.Arbitrary<unknown>, async (value) => {
    const startedMs = performance.now();
    try {
      await read(value as T); // of this very arbitrary
    } catch (error) {
      known(error);
    }
    const tookMs = performance.now() - startedMs;
    if (tookMs > SLOW_MS) throw new Error(`took ${Math.round(tookMs)} ms`);
  });
}

/** What readers are said to throw; anything else is a defect. */
function known(error: unknown): undefined {
  if (error instanceof ProtocolError || error instanceof JournalError) return undefined;
  throw error;
}

function attempted<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
