// The ids that checks have and name: requirements of the catalogue, so that a wrong one does not compile.
import type { RequirementId } from '../../toolkit/requirements/requirement-id.js';

/** What a check judges: a requirement of the catalogue, or one that a user's own suite states itself. */
export type JudgedId = RequirementId | `own.${string}`;

/** `<requirement>/<slug>`: the requirement that it judges first, and what it does about it. */
export type CheckId = `${JudgedId}/${string}`;
