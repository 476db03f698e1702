// Who acted in a record: the target of a suite's run, or the service of observed traffic, on one side.

export function isService(actor: string): boolean {
  return actor === 'target' || actor === 'service';
}

/** Who sent the requests: the suite, or the client that it judged. */
export function senderIn(records: readonly { readonly actor: string }[]): 'the suite' | 'the client' {
  return records.some(({ actor }) => actor === 'client') ? 'the client' : 'the suite';
}
