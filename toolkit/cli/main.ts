#!/usr/bin/env node
// The bin: loads `run-process.ts`, and imports nothing by itself. What cannot even be loaded, in a package with a file
// missing or a process that may open no more files, ends with the code of a suite in error: Node would end with that of a failed target.

/** `suiteError` of `exit-codes.ts`, which may be what cannot be loaded. */
const SUITE_ERROR = 4;

import('./run-process.js').catch((error: unknown) => {
  const why = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    `tsi: it cannot be loaded: ${why}\n  install it anew, or let it open more files (ulimit -n 1024)\n`,
  );
  process.exit(SUITE_ERROR);
});
