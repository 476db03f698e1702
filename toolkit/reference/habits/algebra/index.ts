// What habits are made of.
export { among } from './among.js';
export type { Cost, Habit } from './habit.js';
export type { Making } from './making.js';
