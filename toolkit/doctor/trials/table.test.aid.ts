// Prints the table of the blind trial: every wrong signer, the doctor's first answers, and how they were judged.
import { LANGUAGES, type Language, runTrial } from './trials.test.aid.js';

const lines: string[] = [];
// Object.keys loses the keys' type; LANGUAGES has exactly these.
for (const language of Object.keys(LANGUAGES) as Language[]) {
  const judged = runTrial(language);
  if (judged === undefined) {
    lines.push(`${language}: skipped, since it or a library of its program is absent`);
    continue;
  }
  for (const { id, truth, causes, grade } of judged) {
    lines.push(`${grade.padEnd(10)}  ${language}/${id}: ${truth} -> ${causes.join(', ') || 'taken for right'}`);
  }
  const count = (grade: string): string => `${judged.filter((one) => one.grade === grade).length} ${grade}`;
  lines.push(
    `${language}: ${judged.length} signers, ${['right', 'vague', 'other', 'not caught'].map(count).join(', ')}`,
  );
}
process.stdout.write(`${lines.join('\n')}\n`);
