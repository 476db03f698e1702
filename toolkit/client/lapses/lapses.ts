// Every lapse of the reference client, by id.
import { FIGURE_LAPSES } from './figures.js';
import { FORM_LAPSES } from './form.js';
import type { Lapse } from './lapse.js';
import { PLACING_LAPSES } from './placing.js';
import { READ_LAPSES } from './reads.js';
import { OPERATION_LAPSES, RECOVERY_LAPSES } from './recovery.js';
import { SIGNER_LAPSES } from './signers.js';
import { SUBSCRIPTION_LAPSES } from './subscriptions.js';

export const LAPSES: readonly Lapse[] = [
  ...FORM_LAPSES,
  ...FIGURE_LAPSES,
  ...PLACING_LAPSES,
  ...OPERATION_LAPSES,
  ...RECOVERY_LAPSES,
  ...SUBSCRIPTION_LAPSES,
  ...READ_LAPSES,
  ...SIGNER_LAPSES,
];
