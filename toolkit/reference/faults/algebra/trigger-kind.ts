// What may make a fault show that does not show always.
export const TRIGGER_KINDS = ['nth', 'value', 'time', 'concurrency', 'after', 'chance'] as const;
export type TriggerKind = (typeof TRIGGER_KINDS)[number];
