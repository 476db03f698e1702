// What a shell gives to the standard input of a command, where the command line shows it: an echo or a printf before the pipe, `<<<`, a
// here document. For `curl --data-binary @-` and the like; nothing is run.
import { shellWordsOrNone } from './shell-words.js';

/** Of the command that begins at `at`; undefined where it comes of a program or a file. */
export function standardInput(text: string, at: number): string | undefined {
  const document = /<<-?[ \t]*(["']?)(\w+)\1[^\n]*\r?\n([\s\S]*?)\n?[ \t]*\2[ \t]*(?:\r?\n|$)/.exec(text.slice(at));
  if (document !== null) return document[3] === '' ? '' : `${document[3]}\n`;
  const here = /<<<[ \t]*([\s\S]+)$/.exec(text.slice(at))?.[1];
  const word = here === undefined ? undefined : shellWordsOrNone(here)[0];
  if (word !== undefined) return `${word}\n`;
  const before = /(?:^|[\n;&])[ \t]*(?:\S{0,60}[$#>%][ \t]+)?((?:echo|printf)[ \t][\s\S]*?)\|[ \t\\\r\n]*$/.exec(
    text.slice(0, at),
  )?.[1];
  return before === undefined ? undefined : printedBy(shellWordsOrNone(before));
}

function printedBy([program, ...words]: readonly string[]): string | undefined {
  if (program === 'printf') {
    const [format = '', ...values] = words;
    if (values.length === 0) return /[%\\]/.test(format) ? undefined : format;
    return format === '%s' && values.length === 1 ? values[0] : undefined;
  }
  if (words[0] === '-n') return words.slice(1).join(' ');
  return words[0]?.startsWith('-') === true ? undefined : `${words.join(' ')}\n`;
}
