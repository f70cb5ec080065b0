/**
 * Appends batches of three events to eight streams at once, and prints each stream and revision that was acknowledged,
 * until it is killed. Arguments: the log's file.
 */
const { randomUUID } = require('node:crypto');
const { writeSync } = require('node:fs');
const {
  openSqliteEventStore,
} = require('../../../dist/packages/platform/src/event-store/sqlite/sqlite-event-store.js');

/** Writes all of it, however slowly the parent reads: a full pipe takes nothing for a while. */
function say(text) {
  let left = Buffer.from(text);
  while (left.length > 0)
    try {
      left = left.subarray(writeSync(1, left));
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
}

async function writer(store, stream) {
  for (let revision = -1; ; revision += 3) {
    const ids = [randomUUID(), randomUUID(), randomUUID()];
    const events = ids.map((id) => ({
      id,
      type: 'Written',
      format: 'binary',
      data: new Uint8Array(200 + (((revision + 1) * 997) % 9000)),
      metadata: {},
    }));
    say(`trying ${stream} ${revision} ${ids.join(' ')}\n`);
    const result = await store.append(stream, revision === -1 ? 'no_stream' : revision, events);
    say(`${result.outcome} ${stream} ${revision} ${ids.join(' ')}\n`);
  }
}

async function main([file]) {
  const store = await openSqliteEventStore({ file });
  await Promise.all(Array.from({ length: 8 }, (_, n) => writer(store, `killed-${process.pid}.${n}`)));
}

void main(process.argv.slice(2));
