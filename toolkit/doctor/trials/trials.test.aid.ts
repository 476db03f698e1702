// The blind trial of the doctor (interface 5): wrong signers written in other languages by somebody who had not read the causes. Runs the
// program of a language and holds each first answer against the causes that `judgements.json` calls right or vague.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getPublicKey } from '@noble/ed25519';
import { packageRoot } from '../../base/package-root.js';
import { seededVerifiers } from '../../signing/ed25519/deterministic-verifier.js';
import { unhex } from '../../signing/keys/der.js';
import { nodeHashing } from '../../signing/node-hashing.js';
import { diagnose, readCapture } from '../index.js';
import { derivationsOf, misreadingsOf, misreadSeeds, seedsOfPublicKey } from '../search/misread-keys.js';

const FOLDER = join(packageRoot(), 'toolkit/doctor/trials');

export const LANGUAGES = {
  python: ['python3', 'python.test.aid.py'],
  javascript: ['node', 'javascript.test.aid.mjs'],
  ruby: ['ruby', 'ruby.test.aid.rb'],
  'python-two': ['python3', 'python-two.test.aid.py'],
  'javascript-two': ['node', 'javascript-two.test.aid.mjs'],
  php: ['php', 'php.test.aid.php'],
  'ruby-two': ['ruby', 'ruby-two.test.aid.rb'],
  go: ['go', 'go.test.aid.go', 'run'],
  'javascript-three': ['node', 'javascript-three.test.aid.mjs'],
  'python-three': ['python3', 'python-three.test.aid.py'],
  java: ['java', 'java.test.aid.java'],
  'python-four': ['python3', 'python-four.test.aid.py'],
  'python-five': ['python3', 'python-five.test.aid.py'],
  'javascript-four': ['node', 'javascript-four.test.aid.mjs'],
  'php-two': ['php', 'php-two.test.aid.php'],
  'ruby-three': ['ruby', 'ruby-three.test.aid.rb'],
} as const;
export type Language = keyof typeof LANGUAGES;

interface Trial {
  readonly id: string;
  readonly truth: string;
  /** The causes that are right, where the set was written beside the doctor; `judgements.json` has those of the blind sets. */
  readonly right?: readonly string[];
  readonly key: string;
  readonly public: string;
  readonly now: number;
  readonly requests: readonly {
    readonly method: string;
    readonly target: string;
    readonly headers: readonly (readonly [string, string])[];
    /** Hexadecimal. */
    readonly body: string;
  }[];
}

export interface Judged {
  readonly language: Language;
  readonly id: string;
  readonly truth: string;
  /** The first causes of its requests, each once; none where all are taken for right. */
  readonly causes: readonly string[];
  /** `other`: an answer that nobody has judged, or that is misleading. */
  readonly grade: 'right' | 'vague' | 'other' | 'not caught';
}

type Judgement = { readonly right?: readonly string[]; readonly vague?: readonly string[] };
type Judgements = Readonly<Partial<Record<Language, Readonly<Record<string, Judgement>>>>>;

/**
 * Undefined where the language, or a library that its program needs, is absent.
 *
 * @param every tries the first signer of so many; all of them when left out.
 */
export function runTrial(language: Language, every = 1): readonly Judged[] | undefined {
  const [command, file, ...before] = LANGUAGES[language];
  const { status, stdout } = spawnSync(command, [...before, join(FOLDER, file)], {
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  if (status !== 0) return undefined;
  const judgements: Judgements = JSON.parse(readFileSync(join(FOLDER, 'judgements.json'), 'utf8'));
  const trials: readonly Trial[] = stdout
    .trim()
    .split('\n')
    .filter((_line, at) => at % every === 0)
    .map((line) => JSON.parse(line));
  return trials.map((trial) => {
    const causes = [...new Set(trial.requests.map((request) => causeOf(trial, request)))].filter((one) => one !== '');
    const { right = trial.right ?? [], vague = [] } = judgements[language]?.[trial.id] ?? {};
    const isAmong = (...known: readonly string[]): boolean => causes.every((cause) => known.includes(cause));
    const grade =
      causes.length === 0
        ? 'not caught'
        : isAmong(...right)
          ? 'right'
          : isAmong(...right, ...vague)
            ? 'vague'
            : 'other';
    return { language, id: trial.id, truth: trial.truth, causes, grade };
  });
}

/** The seed of every trial: with it the misread keys are known, as those of a profile are. */
const SEED = unhex('4f1c8a0be2d35796a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718');
const MISREADINGS = misreadingsOf(SEED);
const derivations = derivationsOf(SEED);
const verifierOf = seededVerifiers([
  SEED,
  ...[...misreadSeeds(SEED), ...seedsOfPublicKey(getPublicKey(SEED))].map(([, seed]) => seed),
]);

function causeOf(trial: Trial, { method, target, headers, body: hex }: Trial['requests'][number]): string {
  const body = Buffer.from(hex, 'hex');
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: api.example.com',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body.length === 0 ? [] : ['Content-Type: application/json', `Content-Length: ${body.length}`]),
  ];
  const capture = readCapture(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]));
  const publicKey = Uint8Array.from(Buffer.from(trial.public, 'hex'));
  const diagnosis = diagnose(capture, {
    keys: [{ id: trial.key, publicKey, misreadings: MISREADINGS, derivations }],
    clockMs: trial.now,
    hashing: nodeHashing,
    verifierOf,
  });
  return diagnosis.cause ?? (diagnosis.verdict === 'correct' ? '' : 'undecided');
}
