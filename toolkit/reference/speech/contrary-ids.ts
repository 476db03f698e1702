// Identifiers of the contrary dialect: numbers. The service's own are `ord-<account>-<serial>`, where the serial, in base 36, is unique
// in its account; the number is the serial.
import type { JsonValue } from '../../payload/json.js';

export type IdKind = 'ord' | 'pos' | 'deal';

const BASE = 36;

export function spokenId(id: string | undefined): number | undefined {
  return id === undefined ? undefined : Number.parseInt(id.slice(id.lastIndexOf('-') + 1), BASE);
}

/** The service's identifier; anything that is no such number is handed on as it came, for the rules to judge. */
export function readId(kind: IdKind, accountId: string, spoken: JsonValue | undefined): JsonValue | undefined {
  const serial = typeof spoken === 'string' && /^[1-9]\d{0,14}$/.test(spoken) ? Number(spoken) : spoken;
  return typeof serial === 'number' && Number.isSafeInteger(serial) && serial > 0
    ? `${kind}-${accountId}-${serial.toString(BASE)}`
    : spoken;
}
