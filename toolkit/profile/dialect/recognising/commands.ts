// Commands of streams backwards (interface 4.5, rule 4): from the text of a frame to what it asks for. A wrong constant is another
// message; members may be missing or be more, as long as one action is meant and not the other.
import { within } from '../../loading/file-defect.js';
import type { Dialect, ReadStreamCommand } from '../dialect.js';
import type { CommandForms, Template, When } from '../spec.js';
import type { Rendered } from '../writing/json.js';
import { COMMAND_KNOWN } from '../writing/requests.js';
import { compileHolds } from './conditions.js';
import { readWithDigits } from './digits.js';
import { Found } from './found.js';
import { mentioned } from './mentioned.js';
import { compileUnfill } from './unfill.js';

type Action = ReadStreamCommand['action'];
type CommandReader = (frame: Rendered) => Found | undefined;

export function compileReadCommand(spec: CommandForms): Dialect['readCommand'] {
  return within('/commands', () => {
    const forms = (['subscribe', 'unsubscribe'] as const).flatMap((action) =>
      [
        ...(spec.variants ?? []).flatMap(({ when, [action]: form }) =>
          form === undefined ? [] : [reader(form, when)],
        ),
        reader(spec[action], {}),
      ].map((read) => ({ action, read })),
    );
    const ticks = spec.ticks === null ? undefined : reader(spec.ticks, {});
    return (frame, stream) => {
      const json = readWithDigits(frame);
      if (json === undefined) return undefined;
      const found = stream === 'ticks' ? ticks?.(json) : undefined;
      return found === undefined
        ? best(forms.map(({ action, read }) => ({ action, found: read(json) })))
        : ofTicks(found);
    };
  });
}

function reader(template: Template, when: When): CommandReader {
  const unfill = compileUnfill(template, COMMAND_KNOWN, {});
  const holds = compileHolds(when, mentioned(template));
  return (frame) => {
    const found = new Found();
    unfill(frame, found);
    const isOne = found.clashes === 0 && (found.matched > 1 || found.values.size > 0);
    return isOne && holds(found) ? found : undefined;
  };
}

/** The closest form, unless one of the other action is as close. */
function best(
  readings: readonly { readonly action: Action; readonly found: Found | undefined }[],
): ReadStreamCommand | undefined {
  const most = Math.max(...readings.map(({ found }) => found?.rank ?? Number.NEGATIVE_INFINITY));
  const closest = readings.filter(({ found }) => found?.rank === most);
  const [first] = closest;
  if (first?.found === undefined || closest.some(({ action }) => action !== first.action)) return undefined;
  return inWords(first.action, first.found);
}

function ofTicks(found: Found): ReadStreamCommand {
  return { ...inWords('subscribe', found), event: 'ticks' };
}

function inWords(action: Action, { values }: Found): ReadStreamCommand {
  const event = values.get('event');
  const instruments = values.get('instruments');
  const commandId = values.get('command_id');
  return {
    action,
    ...(event !== undefined && { event }),
    ...(instruments !== undefined && { instruments }),
    ...(commandId !== undefined && { commandId }),
  };
}
