#!/usr/bin/env node
'use strict';
// Starts the built program; a fresh checkout has none yet.
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const words = process.argv.slice(2);
const PROGRAMS = { serve: 'serve.js', sandbox: 'serve-sandbox.js' };
const file = PROGRAMS[words.find((word) => !word.startsWith('-'))] ?? 'cli.js';
// In one file each it starts in half the time; "npm run build" makes both.
const built = ['bundled/src', 'src']
  .map((folder) => join(__dirname, '..', 'dist', folder, file))
  .find((path) => existsSync(path));

if (built !== undefined) {
  require(built);
} else {
  const detail = 'The program is not built yet: run "npm run build" first.';
  process.stderr.write(
    `${words.includes('--json') ? JSON.stringify({ error: 'not_built', detail }) : `company-data: ${detail}`}\n`,
  );
  process.exitCode = 2;
}
