// What can be wrong with a journal file: a `ProtocolError` of code `journal-invalid` that names the defect and the line.
import { ProtocolError } from '../payload/protocol-error.js';

/**
 * - `header-invalid`: the first line is no journal header; `format-unsupported`: written by another format version.
 * - `line-invalid`: no record; `line-too-long`: beyond the bound; `line-truncated`: the last line lacks its end.
 * - `gap`: indices are missing; `order`: an index or a time goes backwards; `run-mismatch`: a record of another run.
 * - `after-footer`: something follows the footer; `footer-mismatch`: it counts other records; `footer-missing`: there is none;
 *   `digest-mismatch`: it was written behind other lines than these.
 */
export type JournalDefect =
  | 'after-footer'
  | 'digest-mismatch'
  | 'footer-mismatch'
  | 'footer-missing'
  | 'format-unsupported'
  | 'gap'
  | 'header-invalid'
  | 'line-invalid'
  | 'line-too-long'
  | 'line-truncated'
  | 'order'
  | 'run-mismatch';

export class JournalError extends ProtocolError {
  readonly defect: JournalDefect;
  /** Counted from 1, the header being line 1. */
  readonly line: number;

  constructor(defect: JournalDefect, line: number, message: string) {
    super('journal-invalid', `journal line ${line}: ${message}`);
    this.name = 'JournalError';
    this.defect = defect;
    this.line = line;
  }
}
