/** Figures of one set of accounts as both financials blocks serve them, with what must be said of them. */
import type { ReadAccounts } from '../../filed-accounts/accounts-record.js';
import type { IsoDate } from '../../shared/calendar.js';
import type { FilingFacts } from './accounts-filed.js';
import {
  breaksFromYearBefore,
  isBank,
  isOffReferenceDate,
  periodsOf,
  servedPeriod,
} from './financial-periods.js';

/** As accounts call themselves, micro-entity where that is their standard. */
const typeOf = ({ standard, accounts_type }: ReadAccounts): string | null =>
  standard === 'micro-entities' ? 'micro-entity' : accounts_type;

/** What the document doesn't tell of itself. */
export interface AboutDocument {
  readonly filed_on: IsoDate | null;
  readonly read_by: 'ixbrl' | 'pdf_text' | 'ocr';
}

/** @param series sets of accounts whose periods are shown, the newest first */
export function financialsValue(
  series: readonly [ReadAccounts, ...ReadAccounts[]],
  { company }: FilingFacts,
  { filed_on, read_by }: AboutDocument,
) {
  const [newest] = series;
  const bank = isBank(company.record?.sic ?? []);
  const { id, made_up_to, taxonomy } = newest.document;
  return {
    accounts_type: typeOf(newest),
    scope: newest.scope,
    dormant: newest.dormant,
    audited: newest.audited,
    periods: periodsOf(series).map((period) => servedPeriod(period, bank)),
    document: { made_up_to, filed_on, taxonomy, document_id: id, read_by },
  };
}

/** Figures of the served periods that their own document contradicts, each with what speaks against it. */
export function contradictedIn(series: readonly ReadAccounts[]) {
  const contradicted = periodsOf(series).flatMap(({ end, withheld }) =>
    withheld.flatMap(({ field, contradicted_by }) =>
      contradicted_by === undefined ? [] : [{ period_end: end, field, ...contradicted_by }],
    ),
  );
  return contradicted.length === 0 ? {} : { contradicted };
}

/**
 * What holds of the newest accounts, beside whether newer ones were filed.
 * @param series of one scope, the newest first
 */
export function aboutAccounts(series: readonly [ReadAccounts, ...ReadAccounts[]], { company }: FilingFacts) {
  const [newest] = series;
  const own = newest.periods.find(({ end }) => end === newest.document.made_up_to);
  return {
    balance_sheet_breaks_from_adjacent_year: breaksFromYearBefore(series),
    accounts_made_up_date_off_reference_date:
      own !== undefined && isOffReferenceDate(own, company.record?.accounts ?? null),
    dormant_company: newest.dormant === true,
  };
}
