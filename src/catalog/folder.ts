/** Where the catalog lies: the files that people write, and the form of them that loads fast. */
import { fileURLToPath } from "node:url";

/** The catalog that comes with the package: two folders above src/catalog and above every file of dist/. */
export const CATALOG_DIR = fileURLToPath(new URL("../../catalog/", import.meta.url));

/** What `npm run build` makes of it. */
export const COMPILED_DIR = fileURLToPath(new URL("../../dist/compiled/", import.meta.url));

/** False in the source tree: there the written files count, since the compiled form may be of yesterday. */
export const IS_BUILT = import.meta.url.endsWith(".js");
