// The table of commands: a name and where its module is. One line per command; modules load on demand.
import type { Command } from './command.js';

export const COMMANDS: Readonly<Record<string, () => Promise<{ readonly command: Command }>>> = {
  run: () => import('./commands/run.js'),
  show: () => import('./commands/show.js'),
  open: () => import('./commands/open.js'),
  plan: () => import('./commands/plan.js'),
  soak: () => import('./commands/soak.js'),
  requirements: () => import('./commands/requirements.js'),
  site: () => import('./commands/site.js'),
  init: () => import('./commands/init.js'),
  render: () => import('./commands/render.js'),
  judge: () => import('./commands/judge.js'),
  compare: () => import('./commands/compare.js'),
  merge: () => import('./commands/merge.js'),
  keygen: () => import('./commands/keygen.js'),
  certify: () => import('./commands/certify.js'),
  verify: () => import('./commands/verify.js'),
  'check-journal': () => import('./commands/check-journal.js'),
  serve: () => import('./commands/serve.js'),
  faults: () => import('./commands/faults.js'),
  habits: () => import('./commands/habits.js'),
  matrix: () => import('./commands/matrix.js'),
  sign: () => import('./commands/sign.js'),
  doctor: () => import('./commands/doctor.js'),
  completion: () => import('./commands/completion.js'),
  vectors: () => import('./commands/vectors.js'),
};
