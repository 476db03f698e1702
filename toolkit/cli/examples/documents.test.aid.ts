// The documents of the project taken apart: code blocks, words in backticks, links. For the tests that hold what they say.
// Only as much Markdown as these documents use: fences of three backticks, code spans on one line, inline links.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageRoot } from '../../base/package-root.js';

export interface Document {
  /** From the root of the package: `toolkit/wire/README.md`. */
  readonly file: string;
  readonly folder: string;
  readonly text: string;
  readonly blocks: readonly { readonly language: string; readonly code: string }[];
  /** What stands in backticks outside of blocks and generated parts. */
  readonly spans: readonly string[];
  readonly links: readonly string[];
}

const GENERATED = /^<!-- [\w ]+: generated [\s\S]*?^<!-- end of [\w ]+ -->$/gm;
const FENCE = /^ *```(\w*)\n([\s\S]*?)^ *```$/gm;

/** READMEs of all folders, what somebody begins with, and the documents beside the first README. */
export function documents(): readonly Document[] {
  const beside = readdirSync(packageRoot()).filter((name) => name.endsWith('.md'));
  const below = ['suites', 'toolkit', 'reports', 'vectors'].flatMap((folder) =>
    readdirSync(join(packageRoot(), folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(README|START|CLIENTS|WRITING|BINDING)\.md$/.test(name))
      .map((name) => join(folder, name)),
  );
  return [...beside, ...below].sort().map(read);
}

function read(file: string): Document {
  const text = readFileSync(join(packageRoot(), file), 'utf8');
  const prose = text.replace(FENCE, '').replace(GENERATED, '');
  return {
    file,
    folder: dirname(file),
    text,
    blocks: [...text.matchAll(FENCE)].map(([, language = '', code = '']) => ({ language, code })),
    spans: [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span),
    links: [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link),
  };
}

/** The anchors that the headings of a text have. */
export function anchorsOf(text: string): readonly string[] {
  return [...text.replace(FENCE, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

/** The commands of a shell block in their order, without comments; pipes and `&&` part them. */
export function commandsOf(code: string): readonly string[] {
  return code
    .split('\n')
    .flatMap((line) => line.replace(/(^|\s)#.*$/, '').split(/&&|\|/))
    .map((command) => command.trim())
    .filter((command) => command !== '');
}
