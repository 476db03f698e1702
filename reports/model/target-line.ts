// Who was judged, in a line: `my-service at https://…`, and of a client what started it.
import type { RunInfo } from './model.js';

/** `shown` makes a text of a target fit for the place. */
export function targetLine(
  { name, baseUrl, subject }: Pick<RunInfo['target'], 'name' | 'baseUrl' | 'subject'>,
  shown: (text: string) => string,
): string {
  return `${shown(name)}${subject === 'client' ? ', ' : ' at '}${shown(baseUrl)}`;
}
