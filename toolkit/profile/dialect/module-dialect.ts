// Dialects that are code: a module that exports `dialect`, checked for completeness before anything relies on it.

import { whileLoading } from '../../base/while-loading.js';
import { ProtocolError } from '../../payload/protocol-error.js';
import type { Dialect } from './dialect.js';

/** Every function that a dialect must have. */
const FUNCTIONS = [
  'has',
  'request',
  'signedPath',
  'command',
  'ticksCommand',
  'replyTo',
  'readAck',
  'readError',
  'readOperation',
  'readSnapshot',
  'readOrderHistory',
  'readDealHistory',
  'readAccount',
  'readInstruments',
  'readConditions',
  'readQuota',
  'readFrame',
  'meaning',
  'describe',
] as const satisfies readonly (keyof Dialect)[];

/** Functions that a module may do without: nothing is then recognised from outside. */
type Optional = 'readRequest' | 'readCommand';
const OPTIONAL: readonly Optional[] = ['readRequest', 'readCommand'];
const DOCUMENTS: readonly unknown[] = ['one', 'several', null, undefined];

/** A dialect as a module exports it. */
export type ModuleDialect = Omit<Dialect, Optional | 'frameDocuments'> &
  Partial<Pick<Dialect, Optional | 'frameDocuments'>>;

/** `url` is an absolute file URL. */
export async function loadModuleDialect(url: string): Promise<Dialect> {
  let exported: unknown;
  try {
    const load = (): Promise<{ readonly dialect?: unknown }> => ending(import(url));
    exported = (await whileLoading(url, load)).dialect;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ProtocolError('profile-invalid', `dialect module ${url}: expected a module that loads, got: ${reason}`, {
      cause: error,
    });
  }
  const missing = missingFrom(exported);
  if (missing.length > 0) {
    throw new ProtocolError(
      'profile-invalid',
      `dialect module ${url}: expected an export "dialect" with all of its members, got one without ${missing.join(', ')}`,
    );
  }
  // All members are there, and what they return is the author's promise, up to what would break the journal.
  return guarded(exported as ModuleDialect);
}

/** What a module may take to load, a first look at a large table included. */
const LOADING_MS = 10_000;

/** A top-level `await` may wait for ever. The timer also keeps the process alive, which would else end without a word. */
async function ending<T>(loading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const why = `one that still waits after ${LOADING_MS / 1000} s: look for a top-level await that nothing ends`;
    timer = setTimeout(() => reject(new Error(why)), LOADING_MS);
  });
  return Promise.race([loading, late]).finally(() => clearTimeout(timer));
}

/** What the module throws, and what is no JSON in what it read, becomes one kind of error with the name of the function. */
function guarded(dialect: ModuleDialect): Dialect {
  const functions = [...FUNCTIONS, ...OPTIONAL].map((name) => {
    const call = (dialect[name] ?? nothing) as (...args: readonly unknown[]) => unknown; // of every function of the lists
    const safe = (...args: readonly unknown[]): unknown => {
      try {
        const result = call.apply(dialect, [...args]);
        if (name.startsWith('read')) JSON.stringify(result);
        return result;
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        throw new ProtocolError('dialect-failed', `${name} of the dialect module failed: ${reason}`, { cause });
      }
    };
    return [name, safe] as const;
  });
  const { answersCommands, dateTimeMembers, frameDocuments = null } = dialect;
  // One function for each name of the lists, with the signature of the one that it calls.
  return { ...(Object.fromEntries(functions) as unknown as Dialect), answersCommands, dateTimeMembers, frameDocuments };
}

function nothing(): undefined {}

function missingFrom(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return ['anything'];
  const members = value as Readonly<Record<string, unknown>>;
  return [
    ...FUNCTIONS.filter((name) => typeof members[name] !== 'function'),
    ...(typeof members['answersCommands'] === 'object' && members['answersCommands'] !== null
      ? []
      : ['answersCommands']),
    ...(Array.isArray(members['dateTimeMembers']) ? [] : ['dateTimeMembers']),
    ...(DOCUMENTS.includes(members['frameDocuments']) ? [] : ['frameDocuments as one, several or null']),
  ];
}
