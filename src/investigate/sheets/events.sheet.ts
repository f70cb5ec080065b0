import { cell, sheetTable, type SheetColumns, type Part } from '../../../packages/words/src/sheet/sheet.js';
import type { EventReference } from '../event-reference.js';

const EVENTS: SheetColumns<EventReference> = {
  time: ({ time }) => cell.time(time),
  event: ({ type }) => type,
  'as stored': cell.event,
  who: ({ actor }) => cell.client(actor),
  id: ({ id }) => cell.code(id),
};

/** Text shows this many events: of a longer list the first and the last ones, which matter most. */
const MAX_EVENTS = 40;

/** The part of a sheet that lists events, each with its place in the store. */
export const eventsPart = (events: readonly EventReference[]): Part => ({
  title: 'Events',
  table: sheetTable(events, EVENTS, { maxLines: MAX_EVENTS, cut: 'middle' }),
});
