// The six header names (interface 5.1) in the spellings that languages, gateways and logs give them: `HTTP_SVC_DATA`, `http_svc_data`,
// `req.header.Svc-Data`. What a capture's form did to a name is undone; a name that was sent wrongly stays as it is.
import { HEADER } from '../../signing/headers.js';

const NAMES: readonly string[] = Object.values(HEADER);

/** Whether the name is one of the six, or meant to be. */
export function isSvcName(name: string): boolean {
  return /^(?:x[-_])?svc[-_]/i.test(name);
}

/** The header that a variable or a member of a log is named for; undefined when it is none of the six. */
export function headerOfVariable(name: string): string | undefined {
  const bare = name
    .replace(/^(?:\$?(?:sent_)?http_|(?:(?:http[._])?req(?:uest)?[._-]?)?headers?[._-]|req(?:uest)?[._-])/i, '')
    .replaceAll(/[_.]/g, '-')
    .toUpperCase();
  return NAMES.find((known) => known === bare);
}
