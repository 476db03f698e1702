// The checkers of clients: the closed list, in the order in which they report.
import type { ClientRequirementId } from '../../requirements/requirement-id.js';
import type { Checker } from '../checker.js';
import { clientAfterRateLimit } from './client-after-429.js';
import { clientCommands } from './client-commands.js';
import { clientConditions } from './client-conditions.js';
import { clientCursors } from './client-cursors.js';
import { clientForms } from './client-forms.js';
import { clientFresh } from './client-fresh.js';
import { clientRecovers } from './client-recovers.js';
import { clientRepeats } from './client-repeats.js';
import { clientSigning } from './client-signing.js';

export const CLIENT_CHECKERS: readonly Checker<ClientRequirementId>[] = [
  clientSigning,
  clientFresh,
  clientRepeats,
  clientForms,
  clientConditions,
  clientCommands,
  clientCursors,
  clientAfterRateLimit,
  clientRecovers,
];
