/**
 * Loaded into a service before it starts (`--require`): its first row with this reference is not worked on as long as the
 * file `asleep` stands, which it writes. Whoever waits for that file can freeze the process in the middle of a chunk.
 */
const { existsSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { RegisterEnricher } = require('../../../dist/packages/enrichment/src/pipeline/register-enricher.js');

const { enrich } = RegisterEnricher.prototype;
const clock = new Int32Array(new SharedArrayBuffer(4));
let slept = false;

function sleep() {
  const asleep = join(process.env.DATA_DIR, 'asleep');
  writeFileSync(asleep, String(process.pid));
  while (existsSync(asleep)) Atomics.wait(clock, 0, 0, 20);
}

RegisterEnricher.prototype.enrich = function (batch) {
  if (!slept && batch.rows.some(({ ref }) => ref === 'sleep')) {
    slept = true;
    sleep();
  }
  return enrich.call(this, batch);
};
