/** Finds the trade in a company's own texts on file. It starts no lookup (Blocks 4.11). */
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
  /** The source in `detail.inputs`. */
  readonly source: 'own_website' | 'company_register_accounts';
  readonly as_of: IsoDate;
  readonly page_url: string | null;
}

function ofSite(record: CompanyRecord, facts: TextsGiven): ToldText | null {
  const { website_records, office_crowd } = facts;
  if (website_records === undefined || office_crowd === undefined) return null;
  const site = keptSite({ ...facts, website_records, office_crowd });
  const description = site === null ? null : siteDescription(site.site, companyNames(record));
  if (site === null || description === null || typeof description === 'string') return null;
  return {
    label_source: 'website',
    text: description.description,
    source: 'own_website',
    as_of: site.site.crawled_on,
    page_url: description.page_url,
  };
}

function ofAccounts({ accounts }: TextsGiven): ToldText | null {
  const records = accounts === undefined || typeof accounts === 'string' ? null : accounts.record;
  const accountsText = accountsTextOf(records);
  return accountsText === null
    ? null
    : {
        label_source: 'accounts_text',
        text: accountsText.description,
        source: 'company_register_accounts',
        as_of: accountsText.made_up_to,
        page_url: null,
      };
}

const NONE: readonly ToldText[] = [];

/**
 * The texts of the website, then of the accounts. Reading a site costs more than a row of core blocks: if
 * codes name the trade, it is read only for few rows, or if another block reads it anyway.
 */
export function ownTexts(record: CompanyRecord, facts: TextsGiven, undecided: boolean): readonly ToldText[] {
  const { accounts, request } = facts;
  const reads = undecided || request.few_rows === true || request.blocks.includes('nature_of_business');
  // Nearly every row of a job of core blocks returns here.
  if (!reads && (accounts === undefined || typeof accounts === 'string')) return NONE;
  return [reads ? ofSite(record, facts) : null, ofAccounts(facts)].filter((text) => text !== null);
}
