/** Schemas of an envelope's `detail` by block. `detail` holds the evidence beside the value. */
import { z } from 'zod';
import type { BlockKey } from '../../../../packages/contract/src/block-key.js';
import {
  schemaReference,
  count,
  day,
  flag,
  int,
  positive,
  reasonCode,
  share,
  text,
  time,
} from '../../../../packages/contract/src/body-parts.js';

const DETAIL = {
  freshness: schemaReference('Freshness'),
  advisories: z.array(reasonCode).describe('Codes that concern the whole value, gravest first.'),
  lists: z
    .record(z.string(), schemaReference('CutList'))
    .describe('Lists of the value that were cut, or of which something is left out.'),
  confidence: share.describe('On `not_confirmed`: what was found is less sure than `min_confidence`.'),
};

const WEBSITE = {
  website_verdict: schemaReference('WebsiteVerdict'),
  domain: text.describe('The host that was looked at.'),
  checked_at: time.describe('When it was looked at.'),
  accepted: schemaReference('AcceptedEarlier'),
};
const INPUTS = {
  inputs: z.array(schemaReference('DetailInput')).describe('Sources that the value rests on.'),
};
const INPUT_TERMS = {
  input_terms: z.array(schemaReference('InputTerms')).describe('What must be said of the inputs.'),
};
const COVERAGE = (words: string) => ({ coverage: text.describe(words) });
const PARTIAL_COVERAGE = COVERAGE('`part`: only what a part of the publisher’s file holds is known.');
const CHAIN = z
  .array(schemaReference('UltimateOwnerChainItem'))
  .describe('The chain as far as it could be followed.');
const POSTCODE = {
  postcode_unknown: flag.describe('True: the directory of postcodes does not know it.'),
  postcode_terminated_on: text.describe('The month, YYYY-MM, in which the postcode went out of use.'),
};
const ACCOUNTS = {
  document: schemaReference('AccountsDocument'),
  other_company: text.describe('The company that the document names in the place of this one.'),
  evidence: z.array(schemaReference('AmendedAccounts')).describe('Documents that this one replaces.'),
  pdf_reading: text.describe('How pages were read where the document is no data.'),
  unconfirmed_figures: z.array(text).describe('Figures read from pages that nothing confirms.'),
};
const FIGURES = {
  ...ACCOUNTS,
  contradicted: z.array(schemaReference('ContradictedFigure')).describe('Figures that are withheld so.'),
  filed: z.array(schemaReference('UnbelievedFigure')).describe('What was filed and is not believed.'),
};
const HEADCOUNT = { ...ACCOUNTS, filed: schemaReference('UnbelievedHeadcount') };

const through = z.array(text).describe('`trust`, `firm`, or both.');
const HELD_THROUGH = 'Who holds a stake through the trustees of a `trust` or the members of a `firm`.';
const CONTROLLER_DETAIL = {
  number_as_filed: z
    .array(z.strictObject({ name: text.nullable(), number: text.nullable() }))
    .describe('Owners with the number of another company, as filed: the number is not believed.'),
  held_through: z.array(z.strictObject({ name: text.nullable(), through })).describe(HELD_THROUGH),
  is_sanctioned: z.array(text.nullable()).describe('Whom the register says to be under sanctions.'),
};

const IDENTITY_VERIFICATION = {
  identity_verification: z
    .array(schemaReference('IdentityVerification'))
    .describe('Of the current ones, in their order: whether they verified their identity for this role.'),
  identity_verification_counts: z
    .record(z.string(), int)
    .describe('How many of all current ones, by status.'),
};

/** The fields of `detail` that only this block has, beside those of every block. */
const OWN_DETAIL: Readonly<Partial<Record<BlockKey, z.core.$ZodLooseShape>>> = {
  domain: {
    ...WEBSITE,
    evidence: z.array(schemaReference('WebsiteRecord')).describe('Public records that name the website.'),
    set_aside: schemaReference('WebsiteSetAside'),
    search: schemaReference('WebsiteSearch'),
    not_validated: text.describe('Why it was not read this time.'),
  },
  domain_validation: {
    ...WEBSITE,
    domain_reason: reasonCode,
    evidence: schemaReference('ValidationEvidence'),
    weights: text.describe('The version of the weights of the checks.'),
    second_reader: schemaReference('SecondReader'),
    faults: z.array(text).describe('What was wrong with the site.'),
    http_status: int.nullable().describe('Of the last answer.'),
    final_url: text.nullable().describe('The address that was reached.'),
  },
  registered_address: {
    country: text.nullable().describe('As published.'),
    address_status: text.describe('`ok`, or what the register says of the address.'),
    postcode_malformed: flag.describe('True: it is no UK postcode where one should be.'),
    ...POSTCODE,
  },
  corporate_owners: {
    ...PARTIAL_COVERAGE,
    ...CONTROLLER_DETAIL,
    owners_not_on_file: z
      .array(text.nullable())
      .describe('Owners that the register of companies does not hold.'),
    exemption: text.describe('Why the company need not tell who controls it.'),
  },
  controllers: {
    ...PARTIAL_COVERAGE,
    ...CONTROLLER_DETAIL,
    ...IDENTITY_VERIFICATION,
    exemption: text.describe('Why the company need not tell who controls it.'),
    statements: z
      .array(
        z.strictObject({
          statement: text,
          words: text.describe('The statement in words.'),
          notified_on: day.nullable(),
        }),
      )
      .describe('All statements that stand, the gravest first.'),
  },
  ultimate_owner: {
    ...INPUTS,
    chain: CHAIN,
    stopped_at: text.describe('Why the chain ends there.'),
    beneficial_owners: z
      .int()
      .describe('Of an overseas entity where the chain ends: how many beneficial owners it registered.'),
    ties: z.array(text).describe('Others who hold as much.'),
    held_through: z.array(z.strictObject({ name: text, through })).describe(HELD_THROUGH),
    cross_check: schemaReference('OwnerByIdentifiers'),
    exemption: text.describe('Why the company need not tell who controls it.'),
  },
  subsidiaries: {
    ...PARTIAL_COVERAGE,
    held_through: z
      .array(z.strictObject({ company_number: text, through }))
      .describe(
        'Subsidiaries whose stake is held through the trustees of a `trust` or the members of a `firm`.',
      ),
    not_on_file: positive.describe('Subsidiaries that the register of companies does not hold.'),
  },
  charges: {
    evidence: z.array(schemaReference('ChargeEvidence')).describe('What the value leaves out.'),
    register_counts: schemaReference('RegisterCounts'),
  },
  officers: {
    ...COVERAGE('`full`, or `current_only`: those who have resigned are not known.'),
    ...IDENTITY_VERIFICATION,
    contributions: z
      .array(schemaReference('Contribution'))
      .describe('What current partners of a limited partnership put in, of those who told it.'),
  },
  company_identity: {
    ...INPUTS,
    status_detail: text.describe("The register's own words of the status."),
    dissolved_on: day.describe(
      'When the company was dissolved; beside a live status, before it was restored.',
    ),
    registered_on: day.describe('When it was registered, where that incorporates nothing.'),
    subtype: text.describe("The register's key of the kind of the form, such as slp or pflp."),
    term: text.describe('For how long a limited partnership is entered into: the key of the register.'),
    has_insolvency_history: flag.describe('True: the register holds a case of insolvency.'),
    annotations: z.array(schemaReference('RegistrarAnnotation')).describe('What the registrar notes.'),
    previous_names: z.array(schemaReference('PreviousName')).describe('Newest first.'),
  },
  registry_events: {
    ...INPUTS,
    ...COVERAGE('`with_filings`, or `dates_only`: no list of filings was read.'),
    latest_event_on: day.describe('The newest event, before the window.'),
    milestones: z.array(z.strictObject({ type: text, date: day })).describe('Of any age.'),
  },
  industry: {
    ...INPUTS,
    nace_revision: text.describe('Of the European classification whose classes `nace` has.'),
  },
  funding: { ...INPUTS, ...PARTIAL_COVERAGE },
  signals: INPUTS,
  property: {
    by_tenure: z.record(z.string(), int).describe('Titles by tenure.'),
    joint_titles: count.describe('Titles held with others.'),
    name_differs: count.describe('Titles under another name.'),
    ...COVERAGE(
      '`part`: only what a part of the publisher’s file holds is known. Of a charity: that the publisher leaves them out.',
    ),
  },
  planning: {
    ...COVERAGE('`part`: only what a part of the platform’s file holds is known.'),
    registers: z.record(z.string(), z.array(text)).describe('Which registers of each authority are loaded.'),
  },
  related_company_domain: {
    candidates: z.array(schemaReference('RelatedCandidate')).describe('What nothing confirms.'),
  },
  nature_of_business: {
    ...WEBSITE,
    evidence: z.array(schemaReference('Sighting')).describe('Where the pages say so.'),
  },
  contacts: {
    ...WEBSITE,
    withheld: z.array(schemaReference('WithheldField')).describe('What was not looked for, and why.'),
  },
  trading_address: {
    ...WEBSITE,
    refused_postcodes: z.array(text).describe('As printed; the directory does not know them.'),
    ...POSTCODE,
  },
  web_presence: WEBSITE,
  technologies: WEBSITE,
  financials_filed: FIGURES,
  financials_live: FIGURES,
  employees_filed: HEADCOUNT,
  employees_live: HEADCOUNT,
  revenue_estimate: {
    ...INPUT_TERMS,
    scaled: schemaReference('ScaledTurnover'),
    figures_until: day.describe('The newest figures, too old to model from.'),
  },
  financial_benchmarks: {
    ...INPUT_TERMS,
    figures_until: day.describe('The newest figures, too old to compare.'),
  },
  firmographics: INPUT_TERMS,
  scores: INPUT_TERMS,
  company_summary: INPUT_TERMS,
  business_intelligence: INPUT_TERMS,
};

/** The schema of `detail` in the block's envelope. */
export const detailSchema = (key: BlockKey): z.ZodType =>
  z
    .object({ ...DETAIL, ...OWN_DETAIL[key] })
    .partial()
    .describe('Evidence beside the value.');
