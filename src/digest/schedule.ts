/** When a repository's digest is due. */
import type { Settings } from "../github/settings.ts";

/** True in the hour that the settings name, in the settings' time zone. */
export function digestIsDue(settings: Settings, now: Date): boolean {
  const { enabled, weekday, hour, timeZone } = settings.digest;
  if (!settings.enabled || !enabled) return false;
  const local = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "long",
    hour: "2-digit",
    hourCycle: "h23",
  });
  const parts = Object.fromEntries(local.formatToParts(now).map(({ type, value }) => [type, value]));
  return parts.weekday?.toLowerCase() === weekday && Number(parts.hour) === hour;
}
