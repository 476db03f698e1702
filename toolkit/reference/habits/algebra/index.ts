// What habits are made of.
export { among, type Difference, type HabitOf } from './among.js';
export type { Cost, Habit } from './habit.js';
export type { Making } from './making.js';
