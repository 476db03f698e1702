// Whole clients of a sandbox, one file to a language, with what this sandbox is filled in: signed read, stream, order, its event.
// The files beside this one are programs as they stand; only the values of their constants are replaced.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../../base/package-root.js';

/** The constants at the head of each program. */
export interface ClientFacts {
  readonly BASE_URL: string;
  readonly API_KEY: string;
  readonly KEY_FILE: string;
  readonly READ_PATH: string;
  readonly ORDER_PATH: string;
  readonly ORDER_BODY: string;
  readonly STREAM_PATH: string;
  readonly SUBSCRIBE: string;
}

export interface ClientProgram {
  readonly language: string;
  /** What it needs besides its language. */
  readonly needs: string;
  readonly file: string;
  /** Fetches it from `url` and runs it, in a shell. */
  readonly run: (url: string) => string;
}

export const CLIENT_PROGRAMS: readonly ClientProgram[] = [
  {
    language: 'Python',
    needs: 'pip install cryptography',
    file: 'client.py',
    run: (url) => `curl -s ${url} | python3 -`,
  },
  {
    language: 'JavaScript',
    needs: 'nothing to install',
    file: 'client.mjs',
    run: (url) => `curl -s ${url} | node --input-type=module -`,
  },
  {
    language: 'Go',
    needs: 'nothing to install',
    file: 'client.go',
    run: (url) => `curl -s ${url} -o client.go && go run client.go`,
  },
];

/** The text of a program for this sandbox. A JSON text is a literal in all of these languages. */
export function clientText({ file }: ClientProgram, facts: ClientFacts): string {
  const template = readFileSync(join(packageRoot(), 'toolkit/reference/introduction/clients', file), 'utf8');
  return Object.entries(facts).reduce((text, [name, value]) => {
    const constant = new RegExp(`^(\\s*(?:const )?${name} *= )(["']).*\\2(;?)$`, 'm');
    if (!constant.test(text)) throw new Error(`${file}: expected the constant ${name} on a line of its own`);
    return text.replace(constant, (_line, head: string, _quote, end: string) => head + JSON.stringify(value) + end);
  }, template);
}
