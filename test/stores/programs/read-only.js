/** Opens a log whose file this process may not write, and prints how that ends. Argument: the log's file. */
const {
  openSqliteEventStore,
} = require('../../../dist/packages/platform/src/event-store/sqlite/sqlite-event-store.js');

/** What no super-user may do either, since nothing else stops one. */
const NOBODY = 65_534;

async function main([file]) {
  if (process.getuid() === 0) process.setuid(NOBODY);
  // In this thread: one started after the change of user might not be allowed to read its own program.
  const error = await openSqliteEventStore({ file, hosting: 'direct' }).catch((thrown) => thrown);
  process.stdout.write(`${error.name}: ${error.message}`);
}

void main(process.argv.slice(2));
