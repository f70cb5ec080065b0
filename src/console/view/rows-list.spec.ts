/** The CSV of a job's rows. */
import { Readable } from 'node:stream';
import type { JobRow } from '../../operator/jobs/job-rows.js';
import { csvLines } from '../../../packages/words/src/text/csv-cell.js';
import { ROW_CSV_COLUMNS } from './rows-list.js';

const ROW: JobRow = {
  ...{ row: 3, served: null, units: 2, net_units: 1 },
  ...{ amount: '0.05', net_amount: '0.02', currency: 'GBP' },
};

async function amountsOf(row: JobRow): Promise<string[]> {
  const lines = (await Readable.from(csvLines(Readable.from([row]), ROW_CSV_COLUMNS)).toArray()) as string[];
  return (lines[1] ?? '').trim().split(',').slice(-5);
}

it('tells the amount of each currency of a row, in the order of the currencies', async () => {
  expect(await amountsOf(ROW)).toEqual(['2', '0.05', '1', '0.02', 'GBP']);
  const currencies = [
    { currency: 'EUR', amount: '0.04', net_amount: '0.04' },
    { currency: 'GBP', amount: '0.05', net_amount: '0' },
  ];
  const both = { ...ROW, amount: null, net_amount: null, currency: null, currencies };
  expect(await amountsOf(both)).toEqual(['2', '0.04 0.05', '1', '0.04 0', 'EUR GBP']);
});
