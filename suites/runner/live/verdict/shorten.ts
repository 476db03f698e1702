// Keeps what a target sent from flooding a report; the whole of it is in the journal.

const LONGEST = 2000;

export function shorten(text: string, longest: number = LONGEST): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}... (${text.length} characters)`;
}
