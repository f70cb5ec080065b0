/**
 * Appends until the disk takes no more (its parent limits the size of files), then prints as JSON what was
 * acknowledged, the first error, and what can still be read. Argument: the log's file.
 */
const { randomUUID } = require('node:crypto');
const {
  openSqliteEventStore,
} = require('../../../dist/packages/platform/src/event-store/sqlite/sqlite-event-store.js');

// Without a handler the signal for a file over the limit ends the process.
process.on('SIGXFSZ', () => undefined);

async function main([file]) {
  const store = await openSqliteEventStore({ file });
  let acknowledged = 0;
  for (;;) {
    const events = [0, 1].map(() => ({
      id: randomUUID(),
      type: 'Filled',
      format: 'binary',
      data: new Uint8Array(30_000).fill(7),
      metadata: {},
    }));
    try {
      await store.append('full-1', acknowledged === 0 ? 'no_stream' : acknowledged * 2 - 1, events);
      acknowledged++;
    } catch (error) {
      const slice = await store.readStream('full-1', { limit: 100_000 });
      process.stdout.write(
        JSON.stringify({
          acknowledged,
          name: error.name,
          message: error.message,
          events: slice.events?.length,
        }),
      );
      return store.close();
    }
  }
}

void main(process.argv.slice(2));
