import { UserError } from "./exit.ts";

/**
 * A day in UTC, written YYYY-MM-DD.
 * @throws UserError naming the option for anything else
 */
export function parseDay(option: string, text: string): Date {
  const day = new Date(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(day.getTime())) {
    throw new UserError(`${option}: "${text}" is no day; write it as YYYY-MM-DD`);
  }
  return day;
}
