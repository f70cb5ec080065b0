/** Rewrites what is in force and can't be read, printing a line whenever something was read. Argument: data directory. */
const { writeSync } = require('node:fs');
const { upgradeRegister } = require('../../../../dist/packages/enrichment/src/register/upgrade-register.js');

void upgradeRegister({ dataDir: process.argv[2] }, ({ phase, rows }) => writeSync(1, `${phase} ${rows}\n`));
