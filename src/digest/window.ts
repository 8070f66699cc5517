/** The time a digest is about. */
export interface Window {
  /** Included. */
  from: Date;
  /** Not included. */
  to: Date;
  /** Stable name, the same however often the digest runs: "2026-W48", or the two dates. */
  name: string;
}

const DAY = 24 * 60 * 60 * 1000;

/** The ISO week before the one that `now` lies in, in UTC: Monday to Sunday. */
export function lastWeek(now: Date): Window {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const monday = midnight - ((now.getUTCDay() + 6) % 7) * DAY;
  const from = new Date(monday - 7 * DAY);
  return { from, to: new Date(monday), name: isoWeekName(from) };
}

/** From a date until now. */
export function sinceDate(from: Date, now: Date): Window {
  return { from, to: now, name: `since ${from.toISOString().slice(0, 10)}` };
}

/** ISO 8601: the week belongs to the year of its Thursday. */
function isoWeekName(monday: Date): string {
  const thursday = new Date(monday.getTime() + 3 * DAY);
  const yearStart = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const week = Math.floor((thursday.getTime() - yearStart) / DAY / 7) + 1;
  return `${thursday.getUTCFullYear()}-W${String(week).padStart(2, "0")}`;
}
