// Which open points have fewer than two habits, and why. Every other point of `../../requirements/open.yaml` has one for each side at
// least; `coverage.test.ts` holds it.
import type { OpenPointId } from '../../requirements/open-point-id.js';

export interface Exception {
  readonly habits: 'none' | 'one';
  /** Why no more can be built, in one sentence. */
  readonly because: string;
}

export const EXCEPTIONS: Readonly<Partial<Record<OpenPointId, Exception>>> = {
  'account-attribute-location': {
    habits: 'one',
    because: 'Both dialects show trade mode and account status in the account read, which is the other side.',
  },
  'code-500': {
    habits: 'none',
    because: 'No request makes an honest service of ours fail.',
  },
  'code-conditions': {
    habits: 'none',
    because:
      'A final code beyond the validation rules is only judged where a control action brings it about by its name.',
  },
  'command-fields': {
    habits: 'none',
    because: 'The two dialects are its sides, and every set of habits is tried in one of them.',
  },
  'ticks-shapes': {
    habits: 'none',
    because: 'The two dialects are its sides, and every set of habits is tried in one of them.',
  },
  'payload-member': {
    habits: 'none',
    because: 'The two dialects are its sides, and every set of habits is tried in one of them.',
  },
  'flexible-hmr': {
    habits: 'none',
    because: 'What makes the status effective is of the platform, and a control action stands for all of it.',
  },
  'hmr-update-empties': {
    habits: 'none',
    because:
      'An update tells one change, so one of its lists is empty; to name what did not change would be no increment.',
  },
  candles: {
    habits: 'none',
    because:
      'No request of the dialect stands for candles, so that no client of ours could tell whether there are any.',
  },
  'description-source': {
    habits: 'one',
    because: 'Both dialects publish the description where the profile says, which is the other side.',
  },
  'unknown-query': {
    habits: 'one',
    because: 'Both dialects ignore query parameters that they do not know, which is the other side.',
  },
};
