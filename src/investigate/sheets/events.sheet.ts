/** The part of a sheet that lists events, each with its place in the store. */
import { cell, sheetTable, type SheetColumns, type Part } from '../../../packages/words/src/sheet/sheet.js';
import type { EventReference } from '../event-reference.js';

const EVENT_COLUMNS: SheetColumns<EventReference> = {
  time: ({ time }) => cell.time(time),
  event: ({ type }) => type,
  'as stored': cell.event,
  who: ({ actor }) => cell.client(actor),
  id: ({ id }) => cell.code(id),
};

/** The maximum number of events that the command line prints. Of more, it prints the first and the last. */
const MAX_EVENTS = 40;

export const eventsPart = (events: readonly EventReference[]): Part => ({
  title: 'Events',
  table: sheetTable(events, EVENT_COLUMNS, { maxLines: MAX_EVENTS, cut: 'middle' }),
});
