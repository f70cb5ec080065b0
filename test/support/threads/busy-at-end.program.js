/** A program that ends, and says so, while a thread of its own is at work in SQLite's native code. */
const { isMainThread } = require('node:worker_threads');
const { DatabaseSync } = require('@photostructure/sqlite');
const { serve } = require('../../../dist/packages/platform/src/threads/serve.js');
const { settle } = require('../../../dist/packages/platform/src/threads/one-by-one.js');
const { ThreadCaller } = require('../../../dist/packages/platform/src/threads/thread-caller.js');

const ROWS = 'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 100000) SELECT i FROM n';

function busyService() {
  const database = new DatabaseSync(':memory:');
  const rows = database.prepare(ROWS);
  const timer = setInterval(() => rows.all(), 1);
  return {
    next: (queue) => queue.splice(0).map((call) => settle(call, () => ({ value: null }))),
    close: () => {
      clearInterval(timer);
      database.close();
    },
  };
}

async function main() {
  const settings = { file: __filename, settings: null, name: 'busy', revive: (failure) => failure };
  const caller = new ThreadCaller(settings);
  await caller.call('anything', null);
  process.stdout.write('done\n');
}

if (isMainThread) void main();
else serve(busyService);
