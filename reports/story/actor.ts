// Who acted in a record: the target of a suite's run, or the service of observed traffic, on one side.

export function isService(actor: string): boolean {
  return actor === 'target' || actor === 'service';
}
