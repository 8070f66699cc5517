/** When a repository's digest is due. */
import { DateTime } from "luxon";
import type { Settings } from "../github/settings.ts";
import { lastWeek, type Window } from "./window.ts";

/** As luxon and ISO 8601 number them. */
const WEEKDAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const HOUR = 3_600_000;

/**
 * The week whose digest is due; asked at least hourly. A week that was missed is made up later, the newest
 * one only. Who has never had a digest gets the first at the settings' hour, not in the middle of a week.
 *
 * @param done name of the week whose digest was written last; null for never
 */
export function dueWeek(settings: Settings, now: Date, done: string | null): Window | null {
  if (!settings.enabled || !settings.digest.enabled) return null;
  const { timeZone } = settings.digest;
  const newest = lastWeek(now, timeZone);
  const isTime = now >= timeFor(newest, settings);
  const week = isTime ? newest : lastWeek(new Date(newest.to.getTime() - 1), timeZone);
  if (done === null) return now.getTime() - timeFor(week, settings).getTime() < HOUR ? week : null;
  // The names sort as the weeks do.
  return done >= week.name ? null : week;
}

/** The settings' weekday and hour, in the week after. */
function timeFor(week: Window, { digest: { weekday, hour, timeZone } }: Settings): Date {
  const monday = DateTime.fromJSDate(week.to, { zone: timeZone });
  return monday
    .plus({ days: WEEKDAYS.indexOf(weekday) })
    .set({ hour })
    .toJSDate();
}
