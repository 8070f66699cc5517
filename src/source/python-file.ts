/** All that is read of one Python file. */

import { type RawClass, readClasses } from "./exception-classes.ts";
import { readContext } from "./python-context.ts";
import { type RawFacts, readFacts } from "./python-facts.ts";
import { messageReader } from "./python-message.ts";
import { decodeSource, pythonParser } from "./python-parser.ts";
import { type RawSite, readSites } from "./python-sites.ts";

export interface FileReading {
  sites: RawSite[];
  classes: RawClass[];
  facts: RawFacts;
}

/** Files longer than this are generated or data, not code that people report errors of. */
const MAX_BYTES = 8 * 1024 * 1024;
const EMPTY: FileReading = {
  sites: [],
  classes: [],
  facts: { flags: [], environment: [], routes: [], names: [], architectures: [] },
};

/** Reads one blob. Broken syntax, odd encodings and Python 2 give what can be read; nothing is thrown for content. */
export async function readPythonFile(data: Buffer): Promise<FileReading> {
  if (data.length === 0 || data.length > MAX_BYTES) return EMPTY;
  const source = decodeSource(data);
  const tree = (await pythonParser())(source);
  try {
    const context = readContext(tree.rootNode, source);
    const reader = messageReader(context);
    return {
      sites: readSites(context, reader),
      classes: readClasses(context, reader),
      facts: readFacts(context),
    };
  } finally {
    tree.delete();
  }
}
