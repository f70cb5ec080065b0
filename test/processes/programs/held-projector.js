/** Loaded into a service before it starts (`--require`): its projector begins once there is a file `begin` in its data. */
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { setTimeout: pause } = require('node:timers/promises');
const { Projector } = require('../../../dist/src/platform/projector/projector.js');

const { start } = Projector.prototype;

Projector.prototype.start = async function () {
  while (!existsSync(join(process.env.DATA_DIR, 'begin'))) await pause(20);
  return start.call(this);
};
