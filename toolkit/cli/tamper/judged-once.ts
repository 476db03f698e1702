// What follows from the bytes of a report is computed once for them, though it is examined before it is signed and when it is verified,
// and many tamperings leave the journal alone.
import type { Evidence, Examiner } from '../../../reports/certificate/evidence.js';
import { sha256 } from '../../../reports/certificate/sha256.js';
import type { Judgement } from '../../../reports/rejudge/judgement.js';
import { judgeJournal } from '../../../reports/rejudge/rejudge.js';
import { readRegularFile } from '../../journal/regular-file.js';

export function judgingOnce(examiner: Examiner, soundPath: string): Examiner {
  const digestOf = (path: string): string => sha256(readRegularFile(path));
  const soundDigest = digestOf(soundPath);
  const known = new Map<string, Promise<Judgement>>();
  return {
    ...examiner,
    judge: (path, ...rest) => {
      const digest = digestOf(path);
      const judgement = known.get(digest) ?? judgeJournal(path, ...rest);
      for (const other of known.keys()) if (other !== soundDigest) known.delete(other);
      known.set(digest, judgement);
      return judgement;
    },
  };
}

/** Of one folder, whose results and journal stay as they are. */
export function examiningOnce(examiner: Examiner): Examiner {
  let known: Promise<Evidence> | undefined;
  return {
    ...examiner,
    once: (look) => {
      known ??= look();
      return known;
    },
  };
}
