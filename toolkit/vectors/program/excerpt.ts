// Texts of a program under test on their way to a screen or a file: short, without control characters, and without private keys. What is
// secret goes before the text is cut: the half of a key would be recognised by nobody afterwards.
import { createRedactor, type Redactor } from '../../journal/redaction.js';

const PEM = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;
const MARK = '[private key]';

/** By the list of secrets, which lives as long as its program: making a redactor takes longer than using it. */
const REDACTORS = new WeakMap<readonly string[], Redactor>();

/** The bytes of a private key, and so no spelling of it has fewer characters. */
const SHORTEST_KEY = 32;

/** Of more than this nothing is shown; long before it is cut to its length. */
const MOST_READ = 100_000;
const MOST_OF_END = 4096;

/** `secrets` are further texts that must not be shown: the keys in use and their seeds. */
export function excerpt(text: string, secrets: readonly string[] = [], length = 300): string {
  return cut(withoutSecrets(text, secrets), length);
}

/** Of what a program wrote last: no more than the end is looked at, and of that the beginning shown. */
export function excerptOfEnd(text: string, secrets: readonly string[] = [], length = 300): string {
  return cut(withoutSecrets(text, secrets).slice(-MOST_OF_END), length);
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  let shown = text.slice(0, MOST_READ).replace(PEM, MARK);
  for (const secret of secrets) {
    shown = shown.replaceAll(secret, MARK);
  }
  return secrets.length > 0 && shown.length >= SHORTEST_KEY ? redactorOf(secrets).redact(shown) : shown;
}

function cut(shown: string, length: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: removing control characters is the purpose
  const plain = shown.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g, ' ').trim();
  return plain.length > length ? `${plain.slice(0, length)}…` : plain;
}

function redactorOf(secrets: readonly string[]): Redactor {
  const known = REDACTORS.get(secrets);
  if (known !== undefined) return known;
  const made = createRedactor(secrets);
  REDACTORS.set(secrets, made);
  return made;
}
