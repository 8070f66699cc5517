import { z } from "zod";

/** Prose of an entry: at least a few words. */
export const sentence = z.string().trim().min(10);
