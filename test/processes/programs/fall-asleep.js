/**
 * Loaded into a service before it starts (`--require`): at its first row with this reference the whole process stops,
 * heartbeats and all, as on a machine that was suspended, until somebody sends it SIGCONT. It tells by a file.
 */
const { writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { RegisterEnricher } = require('../../../dist/src/enrichment/register-enricher.js');

const { enrich } = RegisterEnricher.prototype;
let slept = false;

/** A process that is frozen in the middle of a commit keeps the file's lock from everybody else until it wakes. */
function letStoresFinish() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500);
}

RegisterEnricher.prototype.enrich = function (batch) {
  if (!slept && batch.rows.some(({ ref }) => ref === 'sleep')) {
    slept = true;
    letStoresFinish();
    writeFileSync(join(process.env.DATA_DIR, 'asleep'), String(process.pid));
    process.kill(process.pid, 'SIGSTOP');
  }
  return enrich.call(this, batch);
};
