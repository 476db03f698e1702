// What habits are made of.
export { among, type Difference } from './among.js';
export type { Cost, Habit } from './habit.js';
export type { ServiceParts } from './service-parts.js';
export {
  allSpoken,
  answering,
  everyObject,
  objectOr,
  only,
  renamed,
  speakingOf,
  telling,
  without,
} from './spoken.js';
export { stating, statingApart } from './stating.js';
