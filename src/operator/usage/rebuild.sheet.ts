/** The sheet of `usage rebuild`: the usage figures replayed from the log, compared with the live ones. */
import type { UsageRebuildReport } from '../../billing/usage/rebuild/usage-rebuild.js';
import { cell, sheetTable, type SheetColumns, type Sheet } from '../../../packages/words/src/sheet/sheet.js';

const MAX_DIFFERENCES = 100;

const UNCHANGED_TEXTS = {
  equal: '. The figures are correct. Nothing was changed.',
  different: '. The figures in use differ from the log. Nothing was changed.',
};

export const usageRebuildSheet = (report: UsageRebuildReport): Sheet => ({
  title: 'Figures replayed from the log',
  sentences: [
    [
      cell.badge(report.verdict, report.verdict === 'equal' ? 'good' : 'bad'),
      report.applied ? '. The rebuilt figures are in use now.' : UNCHANGED_TEXTS[report.verdict],
    ],
  ],
  facts: {
    'as of position': report.as_of === '' ? 'the empty log' : cell.code(report.as_of),
    'charge entries': report.events,
    'a second': report.events_per_second,
    'live digest': cell.code(report.live_digest),
    'rebuilt digest': cell.code(report.rebuilt_digest),
    differences: report.differences_total,
  },
  parts: [
    {
      title: 'Differences',
      table: sheetTable(report.differences, DIFFERENCE_COLUMNS, {
        none: 'Live and rebuilt figures are the same to the byte.',
        maxLines: MAX_DIFFERENCES,
        unlisted: report.differences_total - report.differences.length,
      }),
    },
  ],
});

const jsonCell = (value: unknown) => (value == null ? null : cell.code(JSON.stringify(value)));

const DIFFERENCE_COLUMNS: SheetColumns<UsageRebuildReport['differences'][number]> = {
  figure: ({ key }) => cell.code(key),
  live: ({ live }) => jsonCell(live),
  rebuilt: ({ rebuilt }) => jsonCell(rebuilt),
};
