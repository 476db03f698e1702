// The chain of a verification: its links in order, and the one that broke. Whatever goes wrong in a link breaks that link.

import { messageOf } from '../../toolkit/payload/message-of.js';
export const LINKS = [
  'certificate',
  'signature',
  'statements',
  'manifest',
  'files',
  'results',
  'completeness',
  'journal',
  'verdicts',
  'policy',
  'level',
  'age',
] as const;
export type Link = (typeof LINKS)[number];

/** The chain is broken at `link`. */
export class BrokenLink extends Error {
  override readonly name = 'BrokenLink';
  readonly link: Link;

  constructor(link: Link, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause });
    this.link = link;
  }
}

/** Runs one link. As a check it yields a sentence when it is broken; as a value, whatever it throws breaks it. */
export async function link(name: Link, check: () => string | undefined | Promise<string | undefined>): Promise<void>;
export async function link<T>(name: Link, take: () => T | Promise<T>, kind: 'value'): Promise<T>;
export async function link<T>(name: Link, work: () => T | Promise<T>, kind?: 'value'): Promise<T | undefined> {
  let outcome: T;
  try {
    outcome = await work();
  } catch (cause) {
    if (cause instanceof BrokenLink) throw cause;
    throw new BrokenLink(name, messageOf(cause), { cause });
  }
  if (kind === 'value') return outcome;
  if (outcome !== undefined) throw new BrokenLink(name, String(outcome));
  return undefined;
}
