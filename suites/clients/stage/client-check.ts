// The authoring API of client checks, called at the top level of a `*.client.ts` file.
import type { ClientCheckSpec } from './check-spec.js';
import { declare } from './registry.js';

/** Declares a check of clients. */
export function clientCheck(
  id: ClientCheckSpec['id'],
  spec: Omit<ClientCheckSpec, 'id' | 'run'>,
  run: ClientCheckSpec['run'],
): void {
  declare({ ...spec, id, run });
}
