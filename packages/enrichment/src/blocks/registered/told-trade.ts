/**
 * What a company's own texts say of its trade, as far as they are on file: no look-up is started for it
 * (Blocks 4.11).
 */
import type { AccountsRecord } from '../../filed-accounts/accounts-record.js';
import { accountsTextOf } from '../../sources/accounts/standing-accounts.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import type { Records } from '../../sources/kit/records/record.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { SourceFact, WhyMissing } from '../runner/facts.js';
import { companyNames } from '../website/company-names.js';
import { siteDescription } from '../website/describe/site-description.js';
import { keptSite, type KeptSiteGiven } from '../website/kept/kept-site.js';

type Glanced<K extends keyof KeptSiteGiven> = { readonly [F in K]: KeptSiteGiven[F] | undefined };

export interface TextsGiven
  extends
    Glanced<'website_records' | 'office_crowd'>,
    Pick<KeptSiteGiven, 'company' | 'readings' | 'request' | 'once'> {
  readonly accounts: SourceFact<Records<AccountsRecord>> | WhyMissing | undefined;
}

export interface ToldText {
  readonly label_source: 'website' | 'accounts_text';
  readonly text: string;
  /** For `detail.inputs`. */
  readonly source: 'own_website' | 'company_register_accounts';
  readonly as_of: IsoDate;
  readonly page_url: string | null;
}

function ofSite(record: CompanyRecord, given: TextsGiven): ToldText | null {
  const { website_records, office_crowd } = given;
  if (website_records === undefined || office_crowd === undefined) return null;
  const kept = keptSite({ ...given, website_records, office_crowd });
  const told = kept === null ? null : siteDescription(kept.site, companyNames(record));
  if (kept === null || told === null || typeof told === 'string') return null;
  return {
    label_source: 'website',
    text: told.description,
    source: 'own_website',
    as_of: kept.site.crawled_on,
    page_url: told.page_url,
  };
}

function ofAccounts({ accounts }: TextsGiven): ToldText | null {
  const records = accounts === undefined || typeof accounts === 'string' ? null : accounts.record;
  const told = accountsTextOf(records);
  return told === null
    ? null
    : {
        label_source: 'accounts_text',
        text: told.description,
        source: 'company_register_accounts',
        as_of: told.made_up_to,
        page_url: null,
      };
}

const NONE: readonly ToldText[] = [];

/**
 * Its website first, then its accounts, as `nature_of_business` takes them. Reading a site costs more than a
 * row of core blocks: beside codes that tell the trade it is done where few rows are asked for, or the site
 * is read in any case.
 */
export function toldTexts(record: CompanyRecord, given: TextsGiven, undecided: boolean): readonly ToldText[] {
  const { accounts, request } = given;
  const reads = undecided || request.few_rows === true || request.blocks.includes('nature_of_business');
  // So it is of nearly every row of a job of core blocks.
  if (!reads && (accounts === undefined || typeof accounts === 'string')) return NONE;
  return [reads ? ofSite(record, given) : null, ofAccounts(given)].filter((told) => told !== null);
}
