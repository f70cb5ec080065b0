/**
 * Loaded into every thread of a service before it starts (`--expose-gc --require`): whenever the test asks (a number in a
 * file), collects garbage and writes what is left, by thread, where the test reads it.
 */
const { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { threadId } = require('node:worker_threads');

const LOOK_EVERY_MS = 100;
const folder = join(process.env.DATA_DIR, 'memory');
mkdirSync(folder, { recursive: true });
const file = join(folder, `${threadId}.json`);

function tell(asked) {
  global.gc();
  const { heapUsed, external } = process.memoryUsage();
  writeFileSync(`${file}.new`, JSON.stringify({ asked, bytes: heapUsed + external }));
  renameSync(`${file}.new`, file);
}

// A thread of a store that nobody calls ends, and has nothing to tell any more.
process.on('exit', () => rmSync(file, { force: true }));

let answered = 0;
setInterval(() => {
  const asked = Number(readFileSync(join(folder, 'asked'), { encoding: 'utf8', flag: 'a+' }));
  if (asked !== answered) tell((answered = asked));
}, LOOK_EVERY_MS).unref();
tell(0);
