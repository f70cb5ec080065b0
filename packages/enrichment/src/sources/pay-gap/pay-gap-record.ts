/** Reads the employer and its size from pay gap reports (SI 2017/172). */
import type { IsoDate } from '../../../../words/src/calendar.js';
import { namedCompanyNumber } from '../../../../words/src/company-number.js';
import type { Cells } from '../kit/records/csv-table.js';
import { UnreadableRecord } from '../kit/records/form.js';
import type { Entry, Suppressing } from '../kit/records/record.js';
import { isoDayOf, textOf } from '../kit/records/values.js';

export interface PayGapRecord {
  readonly employer: string | null;
  /** The size as printed: `250 to 499`, `Not Provided`. */
  readonly employer_size: string | null;
  readonly address: string | null;
  readonly postcode: string | null;
  /** The address of the employer's published figures. */
  readonly link: string | null;
  /** The end of the reporting year. */
  readonly due_on: IsoDate;
  readonly submitted_on: IsoDate | null;
}

/** Removes a link to a suppressed domain. */
export const suppressLink: Suppressing<PayGapRecord> = ({ data }, suppressed) =>
  data.link !== null && suppressed.kinds.has('domain') && suppressed.has('domain', data.link)
    ? { data: { ...data, link: null } }
    : { data };

const YEAR_FIRST = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})(?!\d)/;
const DAY_FIRST = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/;

/** Reads `2022/04/05 00:00:00`, or `05/04/2020 00:00:00` as in publications until 2019-20. */
function dayOf(text: string): IsoDate | null {
  const [, ...numbers] = YEAR_FIRST.exec(text) ?? DAY_FIRST.exec(text) ?? [];
  const [year = '', month = '', day = ''] = numbers[0]?.length === 4 ? numbers : numbers.reverse();
  return isoDayOf(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

/**
 * The day on which employees are counted: 5 April, or 31 March for public authorities, in the year before the
 * deadline (SI 2017/172 regulation 2, SI 2017/353).
 */
export const snapshotDay = (due_on: IsoDate): IsoDate =>
  `${Number(due_on.slice(0, 4)) - 1}-${due_on.slice(5, 7) === '03' ? '03-31' : '04-05'}`;

/** The entry of a row; empty for an employer without a company number. @throws UnreadableRecord */
export function readPayGap(cell: Cells): Entry[] {
  const due_on = dayOf(cell('DueDate'));
  if (due_on === null) throw new UnreadableRecord(`DueDate '${cell('DueDate').slice(0, 20)}' is not a day`);
  const subject = namedCompanyNumber(cell('CompanyNumber'));
  if (subject === null) return [];
  const data: PayGapRecord = {
    employer: textOf(cell('EmployerName')),
    employer_size: textOf(cell('EmployerSize')),
    address: textOf(cell('Address')),
    postcode: textOf(cell('PostCode')),
    link: textOf(cell('CompanyLinkToGPGInfo')),
    due_on,
    submitted_on: dayOf(cell('DateSubmitted')),
  };
  return [
    {
      kind: 'put',
      subject,
      list: 'reports',
      key: cell('EmployerId') || cell('EmployerName'),
      version: due_on,
      data,
    },
  ];
}
