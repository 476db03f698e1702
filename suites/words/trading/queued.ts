/**
 * For what was refused and lies in a queue all the same: a sound order that is executed meanwhile proves nothing of a queue beside its own.
 */
export const QUEUED_MS = 1_500;
