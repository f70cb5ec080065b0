/** Reads a registered title from the datasets of owners: one row a title, with up to four proprietors. */
import { namedCompanyNumber, type CompanyNumber } from '../../../../words/src/company-number.js';
import type { Cells } from '../kit/records/csv-table.js';
import { UnreadableRecord } from '../kit/records/form.js';
import type { Entry, Version } from '../kit/records/record.js';
import { textOf } from '../kit/records/values.js';

export interface TitleRecord {
  readonly tenure: string | null;
  readonly address: string | null;
  readonly postcode: string | null;
  readonly proprietor: string | null;
  /** True if the title has other proprietors too. */
  readonly joint: boolean;
}

const PROPRIETORS = [1, 2, 3, 4] as const;
const ADDRESS_CHARACTERS = 500;

/** In the overseas dataset a bare number is foreign: only a register's prefix makes it one of ours. */
function numberOf(cell: Cells, place: number, overseas: boolean): CompanyNumber | null {
  const filed = cell(`Company Registration No. (${place})`);
  return overseas && !/^(?:OE|FC|SF|NF|BR)/i.test(filed) ? null : namedCompanyNumber(filed);
}

/** The entries of a row: one for each proprietor that is a company with a number. @throws UnreadableRecord */
export function readTitle(cell: Cells, version: Version, overseas: boolean): Entry[] {
  const key = cell('Title Number');
  if (key === '') throw new UnreadableRecord('the title has no number');
  const places = PROPRIETORS.filter((place) => cell(`Proprietor Name (${place})`) !== '');
  const gone = cell('Change Indicator') === 'D';
  const joint = places.length > 1 || cell('Additional Proprietor Indicator') === 'Y';
  return places.flatMap((place): Entry[] => {
    const subject = numberOf(cell, place, overseas);
    if (subject === null) return [];
    // A file of changes names both owners of a title that changes hands: the added one has it now.
    if (gone) return [{ kind: 'drop', subject, list: 'titles', key, version }];
    const data: TitleRecord = {
      tenure: textOf(cell('Tenure')),
      address: textOf(cell('Property Address'), ADDRESS_CHARACTERS),
      postcode: textOf(cell('Postcode')),
      proprietor: textOf(cell(`Proprietor Name (${place})`)),
      joint,
    };
    return [{ kind: 'put', subject, list: 'titles', key, version: `${version}T00:00:01Z`, data }];
  });
}
