import type { UsageRebuildReport } from '../../billing/usage/rebuild/usage-rebuild.js';
import { cell, sheetTable, type SheetColumns, type Sheet } from '../../shared/sheet/sheet.js';

const MOST = 100;

/** Figures replayed from the log beside the live ones. */
export const rebuildSheet = (of: UsageRebuildReport): Sheet => ({
  title: 'Figures replayed from the log',
  says: [
    [
      cell.badge(of.verdict, of.verdict === 'equal' ? 'good' : 'bad'),
      of.applied ? ': the rebuilt figures are the live ones now.' : ': nothing was taken over.',
    ],
  ],
  facts: {
    'as of position': of.as_of === '' ? 'the empty log' : cell.code(of.as_of),
    'charge entries': of.events,
    'a second': of.events_per_second,
    'live digest': cell.code(of.live_digest),
    'rebuilt digest': cell.code(of.rebuilt_digest),
    differences: of.differences_total,
  },
  parts: [
    {
      title: 'Differences',
      table: sheetTable(of.differences, DIFFERENCES, {
        none: 'Live and rebuilt figures are the same to the byte.',
        most: MOST,
        more: of.differences_total - of.differences.length,
      }),
    },
  ],
});

const shown = (value: unknown) => (value == null ? null : cell.code(JSON.stringify(value)));

const DIFFERENCES: SheetColumns<UsageRebuildReport['differences'][number]> = {
  figure: ({ key }) => cell.code(key),
  live: ({ live }) => shown(live),
  rebuilt: ({ rebuilt }) => shown(rebuilt),
};
