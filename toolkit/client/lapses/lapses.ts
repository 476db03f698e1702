// Every lapse of the reference client, by id.
import { FIGURE_LAPSES } from './figures.js';
import { FORM_LAPSES } from './form.js';
import type { Lapse } from './lapse.js';
import { READ_LAPSES } from './reads.js';
import { OPERATION_LAPSES, RECOVERY_LAPSES } from './recovery.js';
import { REFUSAL_LAPSES } from './refusals.js';
import { REPEAT_LAPSES } from './repeats.js';
import { RESULT_LAPSES } from './results.js';
import { SIGNER_LAPSES } from './signers.js';
import { SUBSCRIPTION_LAPSES } from './subscriptions.js';

export const LAPSES: readonly Lapse[] = [
  ...FORM_LAPSES,
  ...FIGURE_LAPSES,
  ...RESULT_LAPSES,
  ...REPEAT_LAPSES,
  ...REFUSAL_LAPSES,
  ...OPERATION_LAPSES,
  ...RECOVERY_LAPSES,
  ...SUBSCRIPTION_LAPSES,
  ...READ_LAPSES,
  ...SIGNER_LAPSES,
];
