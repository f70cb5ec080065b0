import { cell, sheetTable, type SheetColumns, type Part } from '../../../packages/words/src/sheet/sheet.js';
import type { EventReference } from '../event-reference.js';

const EVENTS: SheetColumns<EventReference> = {
  time: ({ time }) => cell.time(time),
  event: ({ type }) => type,
  'as stored': cell.event,
  who: ({ actor }) => cell.client(actor),
  id: ({ id }) => cell.code(id),
};

/**
 * The part of a sheet that lists events, each with its place in the store.
 * @param limit a longer list is cut in the middle: its first and last events matter most
 */
export const eventsPart = (events: readonly EventReference[], limit = 40): Part => {
  const unlisted = Math.max(0, events.length - limit);
  const listedEvents = unlisted === 0 ? events : [...events.slice(0, limit / 2), ...events.slice(-limit / 2)];
  const title = unlisted === 0 ? 'Events' : `Events, the first and the last ${limit / 2}`;
  return { title, table: sheetTable(listedEvents, EVENTS, { unlisted }) };
};
