// The text of the file of examples: both dialects.
import { recordDay } from './record-day.js';

export async function examplesText(): Promise<string> {
  const examples = { default: await recordDay('default'), contrary: await recordDay('contrary') };
  return `${JSON.stringify(examples, null, 2)}\n`;
}
