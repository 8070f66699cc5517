/** The records that pages and the API show: entries joined with their places and, where at hand, the source. */
import type { Excerpt, Place } from "./catalog/place.ts";
import type { CatalogRecord } from "./catalog/record.ts";
import { recordOf } from "./catalog/record-of.ts";
import type { Catalog } from "./match/catalog.ts";

/** Reads the lines around a place; null where the source is not at hand. */
export type ExcerptReader = (place: Place) => Promise<Excerpt | null>;

/** @returns a function that finds the record of a slug or id, null for neither */
export function createRecordFinder(
  catalog: Catalog,
  readExcerpt: ExcerptReader,
): (slugOrId: string) => Promise<CatalogRecord | null> {
  const byId = new Map([...catalog.entries.values()].map((entry) => [entry.id, entry]));
  return async (slugOrId) => {
    const entry = catalog.entries.get(slugOrId) ?? byId.get(slugOrId);
    if (entry === undefined) return null;
    const place = catalog.firstPlaceOf(entry);
    return recordOf(entry, place, place === null ? null : await readExcerpt(place));
  };
}
