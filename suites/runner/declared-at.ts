// Where a check was declared: file and line of the source as its author wrote it, although compiled JavaScript runs. An id that is
// composed in a loop is found by it. Registering takes the stack alone; it is read, and source maps are opened, when somebody asks.
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../toolkit/base/package-root.js';

/** The stack at a registration, still unread. */
export interface CallSite {
  readonly stack?: string;
}

export interface Place {
  /** Relative to the package for its own suites, to the working directory for those of users. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** Frames between a suite file and the registry: words that declare checks for it. */
const DEPTH = 10;

/** The stack of whoever called the function. */
export function callSite(of: (...args: never) => unknown): CallSite {
  const site: CallSite = {};
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = DEPTH;
  Error.captureStackTrace(site, of);
  Error.stackTraceLimit = before;
  return site;
}

/** A frame in a suite file, as V8 writes it: a path or a URL, perhaps with a query, line and column. */
const FRAME = /(?:\(|at (?:async )?)((?:file:\/\/|\/|[A-Za-z]:).*?\.suite\.m?[jt]s)(?:\?[^:]*)?:(\d+):(\d+)\)?$/m;

/** The innermost frame in a suite file; undefined where there is none. */
export function placeOf(site: CallSite): Place | undefined {
  const [, where = '', line = '', column = ''] = FRAME.exec(site.stack ?? '') ?? [];
  if (where === '') return undefined;
  const path = where.startsWith('file:') ? fileURLToPath(where) : where;
  const written = asWritten(path, Number(line), Number(column));
  const inPackage = relative(packageRoot(), written.file);
  const isOwn = inPackage.startsWith('..') || inPackage.includes('node_modules');
  const file = isOwn ? relative(process.cwd(), written.file) : inPackage;
  return { file: file.replaceAll('\\', '/'), line: written.line };
}

function asWritten(path: string, line: number, column: number): Place {
  const entry = mapOf(path)?.findEntry(line - 1, column - 1);
  if (entry === undefined || !('originalSource' in entry)) return { file: path, line };
  return { file: resolve(dirname(path), entry.originalSource), line: entry.originalLine + 1 };
}

const maps = new Map<string, SourceMap | undefined>();

function mapOf(path: string): SourceMap | undefined {
  if (!maps.has(path)) maps.set(path, readMap(`${path}.map`));
  return maps.get(path);
}

/** A map that is missing or broken costs the line of the source, and nothing else. */
function readMap(path: string): SourceMap | undefined {
  if (!existsSync(path)) return undefined;
  try {
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}
