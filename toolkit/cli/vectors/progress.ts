// One line of progress on a terminal, nothing elsewhere.
import type { Progress } from '../../vectors/ledger.js';
import type { CommandIo } from '../command.js';

const BAR = 24;
const EVERY = 16;

export interface ProgressLine {
  readonly show: (progress: Progress) => void;
  readonly clear: () => void;
}

export function progressLine({ stderr }: Pick<CommandIo, 'stderr'>): ProgressLine {
  if (!stderr.isTty) return { show: () => undefined, clear: () => undefined };
  return {
    show: ({ done, total, failed }) => {
      if (done % EVERY === 0 || done === total) {
        const filled = Math.round((done / Math.max(total, 1)) * BAR);
        const bar = `${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}`;
        stderr.write(`\r[${bar}] ${done} of ${total}${failed === 0 ? '' : `, ${failed} failed`}`);
      }
    },
    clear: () => stderr.write('\r\u001b[K'),
  };
}
