#!/usr/bin/env node
'use strict';
// Starts the built command line; a fresh checkout has none yet.
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const built = join(__dirname, '..', 'dist', 'src', 'cli.js');

if (existsSync(built)) {
  require(built);
} else {
  const detail = 'The program is not built yet: run "npm run build" first.';
  const json = process.argv.includes('--json');
  process.stderr.write(
    `${json ? JSON.stringify({ error: 'not_built', detail }) : `company-data: ${detail}`}\n`,
  );
  process.exitCode = 2;
}
