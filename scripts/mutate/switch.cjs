/**
 * In every spec under mutation: `__mutant(number)` says whether this mutant is on. With none, it counts which are reached
 * and writes that to a file of the folder `MUTANT_REACHED`; with one, it ends loops that the mutant would never end.
 */
const { readFileSync, writeFileSync } = require('node:fs');
const { basename, join } = require('node:path');

const { MUTANT, MUTANT_MOST, MUTANT_REACHED } = process.env;
const active = Number(MUTANT ?? -1);
const reached = {};
let asked = 0;

function isActive(id) {
  if (id !== active) return false;
  asked += 1;
  if (asked > Number(MUTANT_MOST)) throw new Error('a mutant that is asked without end');
  return true;
}

function count(id) {
  reached[id] = (reached[id] ?? 0) + 1;
  return false;
}

globalThis.__mutant = MUTANT_REACHED === undefined ? isActive : count;

// A property that fails is not looked for in a smaller form: that it fails is enough.
if (MUTANT !== undefined && readFileSync(expect.getState().testPath, 'utf8').includes("'fast-check'"))
  require('fast-check').configureGlobal({ endOnFailure: true });

if (MUTANT_REACHED !== undefined)
  afterAll(() => {
    const spec = expect.getState().testPath;
    const name = `${basename(spec)}-${process.hrtime.bigint()}.json`;
    writeFileSync(join(MUTANT_REACHED, name), JSON.stringify({ spec, reached }));
  });
