import { z } from 'zod';
import {
  descriptionOfSic,
  isGenericSic,
  naceOf,
  parseSic,
  schemeOn,
  SIC_SCHEMES,
  type SicCode,
  type SicScheme,
} from '../../sources/companies/sic/sic-codes.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import { memoize } from '../../../../words/src/memoize.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import { defineBlock } from '../runner/define-block.js';
import { text } from '../runner/value-types.js';
import { contradictions } from '../trade/filed-trade.js';
import { tradeOfText } from '../trade/trade-of-text.js';
import { companyNames } from '../website/judged-facts.js';
import type { AccountsRecord } from '../../filed-accounts/accounts-record.js';
import { accountsTextOf } from '../../sources/accounts/standing-accounts.js';
import type { Records } from '../../sources/kit/records/record.js';
import type { SourceFact, WhyMissing } from '../runner/facts.js';
import { siteDescription } from '../website/describe/site-description.js';
import { keptSite, type KeptSiteFacts } from '../website/kept/kept-site.js';

const sicValue = (codes: readonly SicCode[]) =>
  codes.map(({ code, description, scheme }, i) => ({ code, description, scheme, is_primary: i === 0 }));

const naceValue = (codes: readonly SicCode[]) =>
  codes.flatMap((sic) => {
    const code = naceOf(sic)?.code;
    return code === undefined ? [] : [{ code, from_sic: sic.code }];
  });

const trade = z.strictObject({
  sic: z.array(
    z.strictObject({
      code: text.describe('Five digits, or four of an older row.'),
      description: text.nullable(),
      scheme: z
        .enum(SIC_SCHEMES)
        .nullable()
        .describe('By the list that has the code; null: no list that was in use then has it.'),
      is_primary: z.boolean().describe('Filed first.'),
    }),
  ),
  label: text
    .nullable()
    .describe('The description of the first code that is not generic; else of the code that a text tells.'),
  label_source: z.enum(['filed_sic', 'website', 'accounts_text']).nullable(),
  nace: z.array(z.strictObject({ code: text.describe('Such as 62.01.'), from_sic: text })),
  sic_is_generic: z.boolean().describe('No filed code tells the trade.'),
});
type Trade = z.output<typeof trade>;

interface Filed {
  readonly value: Trade;
  /** The revision of the classes in `nace`; undefined: it has none. */
  readonly detail: { readonly nace_revision: string } | undefined;
}

function readTrade([newest, ...printed]: readonly string[]): Filed | null {
  const codes = printed.map((text) => parseSic(text, newest as SicScheme)).filter((code) => code !== null);
  if (codes.length === 0) return null;
  const label = codes.find((code) => !isGenericSic(code))?.description ?? null;
  // Frozen: rows with these codes share it, and its JSON.
  const value = Object.freeze<Trade>({
    sic: sicValue(codes),
    label,
    label_source: label === null ? null : 'filed_sic',
    nace: naceValue(codes),
    sic_is_generic: codes.every(isGenericSic),
  });
  const revision = codes.flatMap((code) => naceOf(code)?.revision ?? [])[0];
  return { value, detail: revision === undefined ? undefined : { nace_revision: revision } };
}

/** The character between codes in a key. No printed code has it. */
const SEPARATOR = '\u001e';

/** The trades by their codes. Millions of rows share a few thousand, so each is made once. */
const tradeOfCodes = memoize(20_000, (key: string) => readTrade(key.split(SEPARATOR)));

/** @param day of the edition that has the codes */
const tradeOf = (printed: readonly string[], day: IsoDate): Filed | null =>
  printed.length === 0 ? null : tradeOfCodes([schemeOn(day), ...printed].join(SEPARATOR));

/** The label of the first text with a sure code; null: no text has one. */
function labelled(record: CompanyRecord, texts: readonly OwnText[]) {
  const names = companyNames(record);
  for (const text of texts) {
    const code = tradeOfText(text.text, names)?.code ?? null;
    const label = code === null ? null : descriptionOfSic(code);
    if (label !== null) return { label, text };
  }
  return null;
}

const inputOf = ({ source, as_of, text: value, page_url }: OwnText) => {
  const input = { block: null, field: 'description', source, as_of, value };
  return page_url === null ? input : { ...input, page_url };
};

/** The facts that the company's own texts add to the filed trade; null: none. */
function fromTexts(value: Trade, record: CompanyRecord, facts: TextFacts) {
  const texts = ownTexts(record, facts, value.label === null);
  const [first] = texts;
  if (first === undefined) return null;
  if (value.label === null) {
    const labelledTrade = labelled(record, texts);
    if (labelledTrade === null) return null;
    const { label, text } = labelledTrade;
    const labels = { label, label_source: text.label_source };
    return { value: { ...value, ...labels }, detail: { inputs: [inputOf(text)] } };
  }
  const advisories = contradictions(first.text, { names: companyNames(record), sic: record.sic });
  return advisories.length === 0 ? null : { value, advisories, detail: { inputs: [inputOf(first)] } };
}

interface TextFacts extends Pick<KeptSiteFacts, 'company' | 'readings' | 'request' | 'once'> {
  readonly website_records: KeptSiteFacts['website_records'] | undefined;
  readonly office_crowd: KeptSiteFacts['office_crowd'] | undefined;
  readonly accounts: SourceFact<Records<AccountsRecord>> | WhyMissing | undefined;
}

interface OwnText {
  readonly label_source: 'website' | 'accounts_text';
  readonly text: string;
  readonly source: 'own_website' | 'company_register_accounts';
  readonly as_of: IsoDate;
  readonly page_url: string | null;
}

function siteText(record: CompanyRecord, facts: TextFacts): OwnText | null {
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

function accountsText({ accounts }: TextFacts): OwnText | null {
  const records = accounts === undefined || typeof accounts === 'string' ? null : accounts.record;
  const filedText = accountsTextOf(records);
  return filedText === null
    ? null
    : {
        label_source: 'accounts_text',
        text: filedText.description,
        source: 'company_register_accounts',
        as_of: filedText.made_up_to,
        page_url: null,
      };
}

const NONE: readonly OwnText[] = [];

/**
 * The texts of the website, then of the accounts. Reading a site costs more than a row of core blocks: if
 * codes name the trade, it is read only for few rows, or if another block reads it anyway.
 */
function ownTexts(record: CompanyRecord, facts: TextFacts, isUndecided: boolean): readonly OwnText[] {
  const { accounts, request } = facts;
  const readsSite = isUndecided || request.few_rows === true || request.blocks.includes('nature_of_business');
  // Nearly every row of a job of core blocks returns here.
  if (!readsSite && (accounts === undefined || typeof accounts === 'string')) return NONE;
  return [readsSite ? siteText(record, facts) : null, accountsText(facts)].filter((text) => text !== null);
}

export default defineBlock({
  key: 'industry',
  tier: 'core',
  latency_class: 'instant',
  description:
    'The trade as filed: SIC codes with descriptions, the NACE classes they fall into, and a label.',
  source: ['company_register'],
  coverage:
    'Companies that gave a SIC code (not limited partnerships, charities, societies, chartered bodies, overseas companies).',
  derived: true,
  needs: ['company'],
  glances: ['accounts', 'website_records', 'office_crowd'],
  readings: ['site'],
  reasons: ['no_sic_on_file'],
  advisories: ['label_contradicts_filed_sic'],
  value: trade,
})((facts) => {
  const { record, as_of } = facts.company;
  const filed = tradeOf(record?.sic ?? [], as_of);
  if (filed === null || record === null)
    return { status: 'not_found', reason: 'no_sic_on_file', source: 'company_register', as_of };
  const { value, detail: naceDetail } = filed;
  const tradeFromTexts = fromTexts(value, record, facts);
  if (tradeFromTexts !== null) {
    const detail = { ...naceDetail, ...tradeFromTexts.detail };
    return { status: 'available', ...tradeFromTexts, source: 'company_register', as_of, detail };
  }
  const answer = { status: 'available', value, source: 'company_register', as_of } as const;
  return naceDetail === undefined ? answer : { ...answer, detail: naceDetail };
});
