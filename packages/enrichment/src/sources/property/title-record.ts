/** Reads registered titles from HM Land Registry's datasets: a row for each, with up to four proprietors. */
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
  /** True if the title has several proprietors. */
  readonly joint: boolean;
}

const PROPRIETORS = [1, 2, 3, 4] as const;
const ADDRESS_CHARACTERS = 500;

/** A proprietor's company number. In the overseas dataset a number without a UK prefix is foreign. */
function numberOf(cell: Cells, place: number, isOverseas: boolean): CompanyNumber | null {
  const filed = cell(`Company Registration No. (${place})`);
  return isOverseas && !/^(?:OE|FC|SF|NF|BR)/i.test(filed) ? null : namedCompanyNumber(filed);
}

/** The entries of a row: one for each proprietor that is a company with a number. @throws UnreadableRecord */
export function readTitle(cell: Cells, version: Version, isOverseas: boolean): Entry[] {
  const key = cell('Title Number');
  if (key === '') throw new UnreadableRecord('the title has no number');
  const places = PROPRIETORS.filter((place) => cell(`Proprietor Name (${place})`) !== '');
  const isDeleted = cell('Change Indicator') === 'D';
  const joint = places.length > 1 || cell('Additional Proprietor Indicator') === 'Y';
  return places.flatMap((place): Entry[] => {
    const subject = numberOf(cell, place, isOverseas);
    if (subject === null) return [];
    // Changes list a transferred title twice. The row of the new owner gets a later version.
    if (isDeleted) return [{ kind: 'drop', subject, list: 'titles', key, version }];
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
