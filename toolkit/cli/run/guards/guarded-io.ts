// The streams of a run that hold keys: nothing is printed that the journal would not hold either, whoever wrote it there.
import { createRedactor } from '../../../journal/redaction.js';
import type { CommandIo, CommandOutput } from '../../command.js';

export interface GuardedIo extends CommandIo {
  /** From now on these never appear on a stream, in any spelling. */
  keepSecret(secrets: readonly string[]): void;
}

export function guardedIo(io: CommandIo): GuardedIo {
  let { redact } = createRedactor();
  const guarded = (output: CommandOutput): CommandOutput => ({
    write: (text) => output.write(redact(text)),
    isTty: output.isTty,
    get columns() {
      return output.columns;
    },
  });
  return {
    ...io,
    stdout: guarded(io.stdout),
    stderr: guarded(io.stderr),
    keepSecret(secrets) {
      redact = createRedactor(secrets).redact;
    },
  };
}
