/**
 * Appends COUNT events to one stream that others write too, and deliberately closes nothing: it must end by itself.
 * Arguments: the log's file, the stream, COUNT.
 */
const { randomUUID } = require('node:crypto');
const {
  openSqliteEventStore,
} = require('../../../dist/packages/platform/src/event-store/sqlite/sqlite-event-store.js');

async function main([file, stream, count]) {
  const store = await openSqliteEventStore({ file });
  let expected = 'no_stream';
  for (let done = 0; done < Number(count);) {
    const event = {
      id: randomUUID(),
      type: 'Counted',
      format: 'json',
      data: Buffer.from('{}'),
      metadata: {},
    };
    const result = await store.append(stream, expected, [event]);
    if (result.outcome === 'appended') done++;
    expected = result.outcome === 'appended' ? result.revision : result.actual;
  }
}

void main(process.argv.slice(2));
