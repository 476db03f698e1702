// Frames of clients in a dialect's spelling (interface 4.5, rule 4): commands, and what a service takes without a word.
import { compileReadCommand } from '../../../profile/dialect/recognising/commands.js';
import { readWithDigits } from '../../../profile/dialect/recognising/digits.js';
import { Found } from '../../../profile/dialect/recognising/found.js';
import { compileUnfill, type Unfill } from '../../../profile/dialect/recognising/unfill.js';
import type { DialectSpec } from '../../../profile/dialect/spec.js';
import type { Speech } from '../speech.js';

/** A command's identifier goes back in the form in which the dialect sends it. */
const AS_NUMBER = /\{command_id\|(?:integer|number)/;

export function commandReaders({
  commands,
  messages,
}: Pick<DialectSpec, 'commands' | 'messages'>): Pick<Speech, 'readCommand' | 'isIdle'> {
  const read = compileReadCommand(commands);
  const isNumbered = AS_NUMBER.test(JSON.stringify(commands));
  const pongs = repliesOf(messages);
  return {
    readCommand: (frame) => {
      const command = read(JSON.stringify(frame), 'events');
      if (command === undefined) return undefined;
      const { action, event, instruments, commandId: id } = command;
      return {
        command: { action, event, instruments },
        id: isNumbered && typeof id === 'string' && /^\d{1,15}$/.test(id) ? Number(id) : id,
      };
    },
    isIdle: (frame, stream) => {
      const text = JSON.stringify(frame);
      if (stream === 'ticks') return read(text, 'ticks')?.event === 'ticks';
      return read(text, 'events') === undefined && pongs.some((pong) => isOf(pong, text));
    },
  };
}

/** The replies that the dialect has clients send, such as a pong. */
function repliesOf({ ignored }: DialectSpec['messages']): readonly Unfill[] {
  const forms = Array.isArray(ignored) ? ignored : [ignored];
  return forms.flatMap((form) =>
    form?.reply === undefined ? [] : [compileUnfill(form.reply, { has: () => true, names: [] }, {})],
  );
}

function isOf(unfill: Unfill, text: string): boolean {
  const found = new Found();
  unfill(readWithDigits(text), found);
  return found.clashes === 0 && found.missed === 0 && found.matched > 1;
}
