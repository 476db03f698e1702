// Results and journal are one report only when both name the same run: the journal of another would be shown as evidence of what it
// never saw. Whether the rest of it is sound, `tsi judge` says.

import { messageOf } from '../../toolkit/base/message-of.js';
import { readJournal } from '../../toolkit/journal/reader.js';
import { ProtocolError } from '../../toolkit/payload/protocol-error.js';

/** Rejects with `ProtocolError` of code `journal-invalid` when the file is no journal, or is the journal of another run. */
export async function demandJournalOfRun(path: string, run: string): Promise<void> {
  const found = await runOf(path);
  if (found === run) return;
  throw invalid(path, run, `that of run ${JSON.stringify(found)}`);

  async function runOf(file: string): Promise<string> {
    try {
      const { header, records } = await readJournal(file, { lenient: true });
      await records.return(undefined);
      return header.run;
    } catch (cause) {
      throw invalid(file, run, messageOf(cause), cause);
    }
  }
}

function invalid(path: string, run: string, got: string, cause?: unknown): ProtocolError {
  const message = `${path}: expected the journal of run ${run}, as results.json says, got: ${got}; bring the right one, or take it away`;
  return new ProtocolError('journal-invalid', message, { cause });
}
