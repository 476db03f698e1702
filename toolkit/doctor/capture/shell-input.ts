// What a shell gives to the standard input of a command, where the command line shows it: an echo or a printf before the pipe, `<<<`, a
// here document. For `curl --data-binary @-` and the like, and for whole requests that are handed to nc or s_client; nothing is run.
import { joined, textOfBytes, utf8Bytes } from './capture.js';
import { hereDocument, printedBy, textPrintedBy } from './printed-by-shell.js';
import { looksLikeHttp } from './read-http.js';
import { shellCommandOrNone, shellWordsOrNone } from './shell-words.js';

/** Of the command that begins at `at`; undefined where it comes of a program or a file. */
export function standardInput(text: string, at: number): string | undefined {
  const document = hereDocument(text.slice(at));
  if (document !== undefined) return document.text;
  const here = /<<<[ \t]*([\s\S]+)$/.exec(text.slice(at))?.[1];
  const word = here === undefined ? undefined : shellWordsOrNone(here)[0];
  if (word !== undefined) return `${word}\n`;
  // `cat <<EOF | curl …` has its document below the line.
  const line = /(?:^|\n)[^\n]*\bcat[ \t]*<<-?[ \t]*["'\\]?\w[^\n]*\|[ \t]*$/.exec(text.slice(0, at));
  if (line !== null) return hereDocument(text.slice(line.index))?.text;
  const before = /(?:^|[\n;&])[ \t]*(?:\S{0,60}[$#>%][ \t]+)?((?:echo|printf)[ \t][\s\S]*?)\|[ \t\\\r\n]*$/.exec(
    text.slice(0, at),
  )?.[1];
  return before === undefined ? undefined : textPrintedBy(shellWordsOrNone(before));
}

/** Where a command may begin: a line, behind a prompt, a bracket or what joins commands. */
const PRINTING = /(?<=^|[\n;&|({]|[$#>%][ \t])[ \t]*(?=(?:echo|printf)[ \t])/g;
const PRINTED = /\b(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (?:\/|https?:\/\/)/;

/** A request that the shell itself writes, to whichever program sends it; undefined when the text is no such command. */
export function requestByShell(text: string): Uint8Array | undefined {
  if (!/\b(?:echo|printf)[ \t]|<<</.test(text) && !/<<-?[ \t]*["'\\]?\w/.test(text)) return undefined;
  if (!PRINTED.test(text)) return undefined;
  const printed = printedIn(text);
  if (isHttp(printed)) return printed;
  const document = hereDocument(text);
  const stated = document === undefined ? undefined : utf8Bytes(document.text.replace(/^\s+/, ''));
  if (isHttp(stated)) return stated;
  const here = /<<<[ \t]*([\s\S]+)$/.exec(text)?.[1];
  const word = here === undefined ? undefined : shellWordsOrNone(here)[0];
  const given = word === undefined ? undefined : utf8Bytes(`${word}\n`);
  return isHttp(given) ? given : undefined;
}

const isHttp = (bytes: Uint8Array | undefined): bytes is Uint8Array =>
  bytes !== undefined && looksLikeHttp(textOfBytes(bytes.subarray(0, 400)));

/** What all of them write, one after another. */
function printedIn(text: string): Uint8Array | undefined {
  const parts: Uint8Array[] = [];
  let end = 0;
  for (const { index } of text.matchAll(PRINTING)) {
    // Inside what was read already.
    if (index < end) continue;
    const command = shellCommandOrNone(text.slice(index));
    const written = command === undefined ? undefined : printedBy(command.words);
    if (command === undefined || written === undefined) continue;
    end = index + command.end;
    parts.push(written);
  }
  return parts.length === 0 ? undefined : joined(...parts);
}
