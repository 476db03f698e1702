// Dialects that are code: a module that exports `dialect`, checked for completeness before anything relies on it.
import { ProtocolError } from '../payload/protocol-error.js';
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

/** `url` is an absolute file URL. */
export async function loadModuleDialect(url: string): Promise<Dialect> {
  let exported: unknown;
  try {
    exported = ((await import(url)) as { readonly dialect?: unknown }).dialect;
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
  // All members are there; what they return is the author's promise.
  return exported as Dialect;
}

function missingFrom(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return ['anything'];
  const members = value as Readonly<Record<string, unknown>>;
  return [
    ...FUNCTIONS.filter((name) => typeof members[name] !== 'function'),
    ...(typeof members['answersCommands'] === 'object' && members['answersCommands'] !== null
      ? []
      : ['answersCommands']),
    ...(Array.isArray(members['dateTimeMembers']) ? [] : ['dateTimeMembers']),
  ];
}
