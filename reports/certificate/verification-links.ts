// The chain of a verification: its links in order, and the one that broke. Whatever goes wrong in a link breaks that link.

import { basename } from 'node:path';
import { messageOf } from '../../toolkit/base/message-of.js';
export const LINKS = [
  'certificate',
  'signature',
  'statements',
  'manifest',
  'files',
  'results',
  'target',
  'build',
  'completeness',
  'suite',
  'journal',
  'verdicts',
  'plan',
  'renderings',
  'witness',
  'policy',
  'level',
  'age',
] as const;
export type Link = (typeof LINKS)[number];

/** The chain is broken at `link`. */
export class BrokenLink extends Error {
  override readonly name: string = 'BrokenLink';
  readonly link: Link;

  constructor(link: Link, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.link = link;
  }
}

/** Everything holds up to the level, and what was found is none of the policy's: a certified failure, say. */
export class NoLevelReached extends BrokenLink {
  constructor(reason: string) {
    super('level', `no level of the policy is reached: ${reason}`);
  }
}

/** What a link yields; whatever is thrown on the way breaks it. */
export async function link<T>(name: Link, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof BrokenLink) throw cause;
    throw new BrokenLink(name, missing(name, cause) ?? messageOf(cause), { cause });
  }
}

/** A link that is broken when its check finds a sentence to say. */
export async function holds(name: Link, check: () => string | undefined | Promise<string | undefined>): Promise<void> {
  const defect = await link(name, check);
  if (defect !== undefined) throw new BrokenLink(name, defect);
}

/** A file that is not there, in words for whoever holds the report: without the path of this machine, and with what to do. */
function missing(name: Link, cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !('code' in cause) || cause.code !== 'ENOENT') return undefined;
  const file = 'path' in cause && typeof cause.path === 'string' ? basename(cause.path) : 'a file';
  const next =
    name === 'certificate' ? 'sign the report with tsi certify' : 'get the report whole from whoever signed it';
  return `expected ${file} in the report, got no such file; ${next}`;
}
