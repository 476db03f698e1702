// What a run judges that nobody's target was given to: said in the first line, the headline, and by `tsi verify`.
import type { RunInfo } from './model.js';

export const EMBEDDED = 'the embedded reference service, not your target';
export const EMBEDDED_CLIENT = 'the embedded reference client, not yours';

export function embeddedIn({ subject }: RunInfo['target']): string {
  return subject === 'client' ? EMBEDDED_CLIENT : EMBEDDED;
}
