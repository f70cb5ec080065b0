/** Two real companies with all that the register answered of them, as editions have it. */
import { CHARGES } from '../../../packages/enrichment/src/sources/charges/charge-record.js';
import {
  FILINGS,
  type FilingRecord,
} from '../../../packages/enrichment/src/sources/filings/filing-record.js';
import {
  INSOLVENCY,
  type InsolvencyRecord,
} from '../../../packages/enrichment/src/sources/filings/insolvency-record.js';
import { OFFICERS } from '../../../packages/enrichment/src/sources/officers/officer-record.js';
import {
  readPerson,
  readStatement,
  type PscRecord,
} from '../../../packages/enrichment/src/sources/psc/psc-record.js';
import type { Item } from '../../../packages/enrichment/src/sources/kit/records/record.js';
import type { Facts } from '../../../packages/enrichment/src/blocks/runner/facts.js';
import { record } from '../basic-company-data.js';
import { publishedItems, wholeRecords } from './published-records.js';
import { aFact } from '../run-block.js';

const FETCHED = '2026-02-28T09:00:00.000Z';
const PERSONS = { list: 'persons', items: 'items', read: readPerson as never };
const STATEMENTS = { list: 'statements', items: 'items', read: readStatement as never };

export const POWERLEAGUE = record({
  CompanyNumber: '03867954',
  CompanyName: 'POWERLEAGUE FIVES LIMITED',
  IncorporationDate: '25/10/1999',
  'PreviousName_1.CONDATE': '05/05/2005',
  'PreviousName_1.CompanyName': 'POWERLEAGUE GROUP LIMITED',
  'PreviousName_2.CONDATE': '08/05/2000',
  'PreviousName_2.CompanyName': 'PROJECT UNITED LIMITED',
});
export const FINANCIAL_TIMES = record({
  CompanyNumber: '00227590',
  CompanyName: 'FINANCIAL TIMES LIMITED(THE)',
  IncorporationDate: '26/01/1928',
});

const items = <T>(list: Parameters<typeof publishedItems<T>>[0], file: string) =>
  publishedItems(list, file, FETCHED);
export const filingsOf = (number: string) =>
  items<FilingRecord | InsolvencyRecord>(FILINGS, `filing-history_${number}`);
const officersOf = (number: string) => items(OFFICERS, `officers_${number}`);
const chargesOf = (number: string) => items(CHARGES, `charges_${number}`);
const controlOf = (number: string) => items<PscRecord>(PERSONS, `persons-with-significant-control_${number}`);
export const fact = <T>(held: readonly Item<T>[], lists: readonly string[]) =>
  aFact(wholeRecords(held, lists, FETCHED), '2026-03-01', true);

export const powerleague = (): Partial<Facts> => ({
  officers: fact(officersOf('03867954'), ['officers']),
  charges: fact(chargesOf('03867954'), ['charges']),
  psc: fact(
    [
      ...controlOf('03867954'),
      ...items<PscRecord>(STATEMENTS, 'persons-with-significant-control-statements_03867954'),
    ],
    ['persons', 'statements'],
  ),
  filings: fact(
    [...filingsOf('03867954'), ...items<FilingRecord | InsolvencyRecord>(INSOLVENCY, 'insolvency_03867954')],
    ['filing-history', 'insolvency'],
  ),
});
export const financialTimes = (): Partial<Facts> => ({
  officers: fact(officersOf('00227590'), ['officers']),
  charges: fact(chargesOf('00227590'), ['charges']),
  psc: fact(controlOf('00227590'), ['persons', 'statements']),
  filings: fact(filingsOf('00227590'), ['filing-history', 'insolvency']),
});
