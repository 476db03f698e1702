// Notes without signatures and keys, wherever a client put them: by value those that it sent as signatures and those of the sandbox, and
// by form whatever in an address is as long as a signature. A log is handed on; who reads it may send again what is still fresh.
import { createRedactor } from '../../journal/redaction.js';
import type { Note } from './note.js';

/** 64 bytes in base64url, or in hexadecimal; what a service names is shorter. */
const LIKE_A_SIGNATURE = /(?<![A-Za-z0-9_-])(?:[A-Za-z0-9_-]{85,88}|[0-9A-Fa-f]{128})(?![A-Za-z0-9_-])/g;

export interface NoteCleaner {
  /** Known by its value from now on. */
  readonly learnSignature: (text: string) => void;
  readonly clean: (note: Note) => Note;
}

export function noteCleaner(keys: readonly string[]): NoteCleaner {
  const redactor = createRedactor(keys);
  return {
    learnSignature: (text) => redactor.learnSignature(text),
    clean: (note) => {
      const text = JSON.stringify(note);
      const clean = redactor.redact(text).replace(LIKE_A_SIGNATURE, (one) => `[${one.length} characters]`);
      return clean === text ? note : (JSON.parse(clean) as Note); // every replacement is safe inside JSON, and no member goes
    },
  };
}
