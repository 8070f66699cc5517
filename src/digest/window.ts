/** The stretch of time a digest is about, and those before it that it is compared with. */
import { DateTime } from "luxon";

export interface Window {
  /** Included. */
  from: Date;
  /** Not included. */
  to: Date;
  /** The same however often the digest runs: "2026-W48", or "since 2026-11-23". */
  name: string;
}

/** Weeks are those of a place: Monday 0:00 to Monday 0:00 there, longer or shorter where clocks are changed. */
export function lastWeek(now: Date, timeZone: string): Window {
  return weekFrom(inZone(now, timeZone).startOf("week").minus({ weeks: 1 }));
}

/** The ISO week that a name such as "2026-W48" stands for; null where it is none. */
export function weekNamed(name: string, timeZone: string): Window | null {
  const monday = /^\d{4}-W\d\d$/.test(name) ? DateTime.fromISO(name, { zone: timeZone }) : null;
  return monday?.isValid ? weekFrom(monday) : null;
}

/** From a date until now. */
export function sinceDate(from: Date, now: Date): Window {
  return { from, to: now, name: `since ${from.toISOString().slice(0, 10)}` };
}

/** The windows just before this one, oldest first: whole weeks before a week, else stretches as long as it. */
export function windowsBefore(window: Window, count: number, timeZone: string): Window[] {
  const isWeek = weekNamed(window.name, timeZone) !== null;
  const length = window.to.getTime() - window.from.getTime();
  return Array.from({ length: count }, (_, index) => {
    const back = count - index;
    if (isWeek) return weekFrom(inZone(window.from, timeZone).minus({ weeks: back }));
    const from = new Date(window.from.getTime() - back * length);
    return { from, to: new Date(from.getTime() + length), name: from.toISOString().slice(0, 10) };
  });
}

function weekFrom(monday: DateTime): Window {
  return {
    from: monday.toJSDate(),
    to: monday.plus({ weeks: 1 }).toJSDate(),
    name: monday.toFormat("kkkk-'W'WW"),
  };
}

function inZone(time: Date, timeZone: string): DateTime {
  return DateTime.fromJSDate(time, { zone: timeZone });
}
