// The progress of a matrix on the terminal: every per cent where it can be overwritten, every tenth otherwise.
import type { CommandIo } from '../command.js';

export function showingProgress({ stderr }: CommandIo): (done: number, of: number, stage: string) => void {
  let shown = -1;
  return (done, of, stage) => {
    const percent = Math.floor((done / of) * 100);
    if (percent === shown || (!stderr.isTty && percent % 10 !== 0)) return;
    shown = percent;
    stderr.write(`${stderr.isTty ? '\r' : ''}${stage}: ${percent} % of ${of} trials${stderr.isTty ? '' : '\n'}`);
  };
}
