/** What `detail` of an envelope may hold: evidence beside the value, by block. */
import type { BlockKey } from '../../../shared/block-key.js';
import { day, flag, integer, list, mapOf, object, orNull, ref, text, time, type Schema } from '../schema.js';
import { share } from './detail-parts.js';

const DETAIL: Readonly<Record<string, Schema>> = {
  freshness: ref('Freshness'),
  advisories: list(ref('ReasonCode'), 'Codes that concern the whole value, gravest first.'),
  lists: mapOf(ref('CutList'), 'Lists of the value that were cut, or of which something is left out.'),
  confidence: share('On `not_confirmed`: what was found is less sure than `min_confidence`.'),
};

const WEBSITE = {
  website_verdict: ref('WebsiteVerdict'),
  domain: text('The host that was looked at.'),
  checked_at: time('When it was looked at.'),
  accepted: ref('AcceptedEarlier'),
};
const INPUTS = { inputs: list(ref('DetailInput'), 'Sources that the value rests on.') };
const TERMS = { input_terms: list(ref('InputTerms'), 'What must be said of the inputs.') };
const COVERAGE = (words: string) => ({ coverage: text(words) });
const PART = COVERAGE('`part`: only what a part of the register’s file holds is known.');
const CHAIN = list(ref('UltimateOwnerChainItem'), 'The chain as far as it could be followed.');
const POSTCODE = {
  postcode_unknown: flag('True: the directory of postcodes does not know it.'),
  postcode_terminated_on: text('The month, YYYY-MM, in which the postcode went out of use.'),
};
const ACCOUNTS = {
  document: ref('AccountsDocument'),
  other_company: text('The company that the document names in the place of this one.'),
  evidence: list(ref('AmendedAccounts'), 'Documents that this one replaces.'),
  pdf_reading: text('How pages were read where the document is no data.'),
  unconfirmed_figures: list(text(), 'Figures read from pages that nothing confirms.'),
};
const FIGURES = {
  ...ACCOUNTS,
  contradicted: list(ref('ContradictedFigure'), 'Figures that are withheld so.'),
};
const HEADCOUNT = { ...ACCOUNTS, filed: ref('UnbelievedHeadcount') };

/** What a block says in `detail` beside what any block says there. */
const OWN: Readonly<Partial<Record<BlockKey, Readonly<Record<string, Schema>>>>> = {
  domain: {
    ...WEBSITE,
    evidence: list(ref('WebsiteRecord'), 'Public records that name the website.'),
    set_aside: ref('WebsiteSetAside'),
    search: ref('WebsiteSearch'),
    not_validated: text('Why it was not read this time.'),
  },
  domain_validation: {
    ...WEBSITE,
    domain_reason: ref('ReasonCode'),
    evidence: ref('ValidationEvidence'),
    weights: text('The version of the weights of the checks.'),
    second_reader: ref('SecondReader'),
    faults: list(text(), 'What was wrong with the site.'),
    http_status: { type: ['integer', 'null'], description: 'Of the last answer.' },
    final_url: orNull(text('The address that was reached.')),
  },
  registered_address: {
    country: orNull(text('As published.')),
    address_status: text('`ok`, or what the register says of the address.'),
    postcode_malformed: flag('True: it is no UK postcode where one should be.'),
    ...POSTCODE,
  },
  corporate_owners: {
    ...PART,
    owners_not_on_file: list(orNull(text()), 'Owners that the register of companies does not hold.'),
    exemption: text('Why the company need not tell who controls it.'),
  },
  controllers: { ...PART, exemption: text('Why the company need not tell who controls it.') },
  ultimate_owner: {
    ...INPUTS,
    chain: CHAIN,
    stopped_at: text('Why the chain ends there.'),
    ties: list(text(), 'Others who hold as much.'),
    cross_check: ref('OwnerByIdentifiers'),
    exemption: text('Why the company need not tell who controls it.'),
  },
  subsidiaries: {
    ...PART,
    not_on_file: integer('Subsidiaries that the register of companies does not hold.', { minimum: 1 }),
  },
  charges: {
    evidence: list(ref('ChargeEvidence'), 'What the value leaves out.'),
    register_counts: ref('RegisterCounts'),
  },
  officers: COVERAGE('`full`, or `current_only`: those who have resigned are not known.'),
  company_identity: {
    ...INPUTS,
    status_detail: text("The register's own words of the status."),
    dissolved_on: day('When the company was dissolved.'),
    has_insolvency_history: flag('True: the register holds a case of insolvency.'),
    previous_names: list(ref('PreviousName'), 'Newest first.'),
  },
  registry_events: {
    ...INPUTS,
    ...COVERAGE('`with_filings`, or `dates_only`: no list of filings was read.'),
    latest_event_on: day('The newest event, before the window.'),
  },
  industry: INPUTS,
  funding: INPUTS,
  signals: INPUTS,
  property: {
    by_tenure: mapOf(integer(), 'Titles by tenure.'),
    joint_titles: integer('Titles held with others.', { minimum: 0 }),
    name_differs: integer('Titles under another name.', { minimum: 0 }),
  },
  planning: {
    registers: mapOf(list(text()), 'Which registers of each authority are loaded.'),
  },
  related_company_domain: { candidates: list(ref('RelatedCandidate'), 'What nothing confirms.') },
  nature_of_business: { ...WEBSITE, evidence: list(ref('Sighting'), 'Where the pages say so.') },
  contacts: {
    ...WEBSITE,
    withheld: list(ref('WithheldField'), 'What was not looked for, and why.'),
  },
  trading_address: {
    ...WEBSITE,
    refused_postcodes: list(text(), 'As printed; the directory does not know them.'),
    ...POSTCODE,
  },
  web_presence: WEBSITE,
  technologies: WEBSITE,
  financials_filed: FIGURES,
  financials_live: FIGURES,
  employees_filed: HEADCOUNT,
  employees_live: HEADCOUNT,
  revenue_estimate: {
    ...TERMS,
    scaled: ref('ScaledTurnover'),
    figures_until: day('The newest figures, too old to model from.'),
  },
  financial_benchmarks: TERMS,
  firmographics: TERMS,
  scores: TERMS,
  company_summary: TERMS,
  business_intelligence: TERMS,
};

/** `detail` of a block's envelope. */
export function detailSchema(key: BlockKey): Schema {
  const fields = { ...DETAIL, ...OWN[key] };
  return object(fields, { description: 'Evidence beside the value.', optional: Object.keys(fields) });
}
