/**
 * Loaded into a service before it starts (`--require`): each that `HELD` names (`stores`: those of the API) says in a file
 * `NAME waits` of its data that its turn has come, with the number of its process, and begins once there is a file `NAME`.
 * `CHECK_REFUSED`: its checker can't start.
 */
const { existsSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { setTimeout: pause } = require('node:timers/promises');
const { isMainThread } = require('node:worker_threads');
const stores = require('../../../dist/packages/platform/src/stores/stores.js');
const { Projector } = require('../../../dist/packages/platform/src/projector/projector.js');
const { Worker } = require('../../../dist/src/jobs/worker/worker.js');
const { StandingCheck } = require('../../../dist/src/verify/standing/standing-check.js');

const file = (name) => join(process.env.DATA_DIR, name);

async function turnOf(name) {
  if (!process.env.HELD?.split(',').includes(name)) return;
  writeFileSync(file(`${name} waits`), String(process.pid));
  while (!existsSync(file(name))) await pause(20);
}

function held(of, method, name) {
  const begin = of[method];
  of[method] = async function (...words) {
    await turnOf(name);
    return begin.apply(this, words);
  };
}

held(Projector.prototype, 'start', 'projector');
held(Worker.prototype, 'start', 'worker');
// Roles in threads open theirs too.
if (isMainThread) held(stores, 'openStores', 'stores');

if (process.env.CHECK_REFUSED)
  StandingCheck.prototype.start = async () => {
    throw new Error('not today.');
  };
