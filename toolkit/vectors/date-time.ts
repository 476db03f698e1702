// The shape of a returned date-time (interface 1, rule 3): UTC with the literal offset, an existing day, no fraction of a second.
// The vectors avoid what the shape leaves open (leap seconds, fractions), so this is stricter than a checker may be.

const SHAPE = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})\+00:00$/;

export function isDateTime(text: string): boolean {
  const [year, month, day, hour, minute, second] = (SHAPE.exec(text) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined || month < 1 || month > 12) return false;
  // Day 0 of the next month is the last one of this month.
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return day >= 1 && day <= lastDay && (hour ?? 24) < 24 && (minute ?? 60) < 60 && (second ?? 60) < 60;
}
