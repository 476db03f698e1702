// What habits are made of.
export { among } from './among.js';
export type { Cost, Habit } from './habit.js';
export type { Making } from './making.js';
export {
  allSpoken,
  answering,
  type Entity,
  everyObject,
  objectOr,
  only,
  renamed,
  type SpeechEdit,
  speakingOf,
  telling,
  without,
} from './spoken.js';
export { stating, statingApart } from './stating.js';
