// Names as people write them (`stopLossPrice`, `stop_loss_price`, `StopLossPrice`) as the words they are made of.

/** In lower case: `stop`, `loss`, `price`. */
export function tokensOf(name: string): readonly string[] {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}

/** Without anything between its words. */
export function plain(name: string): string {
  return tokensOf(name).join('');
}

/** Names of a place from the last step outwards: `stop`, `levelsstop`. */
export function namesAlong(steps: readonly string[]): readonly string[] {
  return [1, 2, 3].filter((count) => count <= steps.length).map((count) => steps.slice(-count).map(plain).join(''));
}
