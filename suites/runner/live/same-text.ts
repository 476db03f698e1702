// Identifiers of the target, whose format the interface leaves open: they may come as numbers.

export function sameText(value: unknown, text: string): boolean {
  return (typeof value === 'string' || typeof value === 'number') && String(value) === text;
}
