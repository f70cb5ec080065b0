/** Declares the schemas of an envelope's `detail`, by block. `detail` has the evidence for the value. */
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

const COMMON_DETAIL = {
  freshness: schemaReference('Freshness'),
  advisories: z.array(reasonCode).describe('Codes that concern the whole value, gravest first.'),
  lists: z
    .record(z.string(), schemaReference('CutList'))
    .describe('Lists of the value that are not served whole, by field.'),
  confidence: share.describe(
    'With `not_confirmed`: the confidence of the value that was found. It is below `min_confidence`.',
  ),
};

const WEBSITE = {
  website_verdict: schemaReference('WebsiteVerdict'),
  domain: text.describe('The host of the website that was looked at.'),
  checked_at: time.describe('When the website was looked at.'),
  accepted: schemaReference('AcceptedEarlier'),
};
const INPUTS = {
  inputs: z.array(schemaReference('DetailInput')).describe('Sources on which the value rests.'),
};
const INPUT_TERMS = {
  input_terms: z.array(schemaReference('InputTerms')).describe('The caveats of the inputs.'),
};
const coverageField = (description: string) => ({ coverage: text.describe(description) });
const PARTIAL_COVERAGE = coverageField('`part`: only a part of the publisher’s file is loaded.');
const CHAIN = z
  .array(schemaReference('UltimateOwnerChainItem'))
  .describe('The chain as far as it could be followed.');
const POSTCODE = {
  postcode_unknown: flag.describe('True: the directory of postcodes does not have this postcode.'),
  postcode_terminated_on: text.describe('The month, YYYY-MM, in which the postcode went out of use.'),
};
const ACCOUNTS = {
  document: schemaReference('AccountsDocument'),
  other_company: text.describe('Another company, which the document names in place of this one.'),
  evidence: z.array(schemaReference('AmendedAccounts')).describe('Documents that this one replaces.'),
  pdf_reading: text.describe('How the pages were read, where the document has no markup.'),
  unconfirmed_figures: z.array(text).describe('Figures that were read from pages and that nothing confirms.'),
};
const FIGURES = {
  ...ACCOUNTS,
  contradicted: z
    .array(schemaReference('ContradictedFigure'))
    .describe('Figures that are withheld because something contradicts them.'),
  filed: z.array(schemaReference('UnbelievedFigure')).describe('Figures as filed, which are not believed.'),
};
const HEADCOUNT = { ...ACCOUNTS, filed: schemaReference('UnbelievedHeadcount') };

const through = z.array(text).describe('`trust`, `firm`, or both.');
const HELD_THROUGH = 'Those who hold a stake through the trustees of a `trust` or the members of a `firm`.';
const CONTROLLER_DETAIL = {
  number_as_filed: z
    .array(z.strictObject({ name: text.nullable(), number: text.nullable() }))
    .describe('Owners that were filed with the number of another company. The number is not believed.'),
  held_through: z.array(z.strictObject({ name: text.nullable(), through })).describe(HELD_THROUGH),
  is_sanctioned: z.array(text.nullable()).describe('Those who are under sanctions, by the register.'),
};

const IDENTITY_VERIFICATION = {
  identity_verification: z
    .array(schemaReference('IdentityVerification'))
    .describe(
      'Whether each current person has verified their identity for this role, in the order of the persons.',
    ),
  identity_verification_counts: z
    .record(z.string(), int)
    .describe('The number of all current persons, by that status.'),
};

/** The fields of `detail` that a block has in addition to those of every block. */
const OWN_DETAIL: Readonly<Partial<Record<BlockKey, z.core.$ZodLooseShape>>> = {
  domain: {
    ...WEBSITE,
    evidence: z.array(schemaReference('WebsiteRecord')).describe('Public records that name the website.'),
    set_aside: schemaReference('WebsiteSetAside'),
    search: schemaReference('WebsiteSearch'),
    not_validated: text.describe('Why the website was not read this time.'),
  },
  domain_validation: {
    ...WEBSITE,
    domain_reason: reasonCode,
    evidence: schemaReference('ValidationEvidence'),
    weights: text.describe('The version of the weights of the checks.'),
    second_reader: schemaReference('SecondReader'),
    faults: z.array(text).describe('What was wrong with the site.'),
    http_status: int.nullable().describe('The HTTP status of the last answer.'),
    final_url: text.nullable().describe('The address that was reached.'),
  },
  registered_address: {
    country: text.nullable().describe('The country as published.'),
    address_status: text.describe('`ok`, or what the register says about the address.'),
    postcode_malformed: flag.describe('True: a UK postcode is expected, and this is none.'),
    ...POSTCODE,
  },
  corporate_owners: {
    ...PARTIAL_COVERAGE,
    ...CONTROLLER_DETAIL,
    owners_not_on_file: z
      .array(text.nullable())
      .describe('Owners that the register of companies does not hold.'),
    exemption: text.describe('Why the company does not have to say who controls it.'),
  },
  controllers: {
    ...PARTIAL_COVERAGE,
    ...CONTROLLER_DETAIL,
    ...IDENTITY_VERIFICATION,
    exemption: text.describe('Why the company does not have to say who controls it.'),
    statements: z
      .array(
        z.strictObject({
          statement: text,
          words: text.describe('The statement in words.'),
          notified_on: day.nullable(),
        }),
      )
      .describe('All statements in force, the gravest first.'),
  },
  ultimate_owner: {
    ...INPUTS,
    chain: CHAIN,
    stopped_at: text.describe('Why the chain ends there.'),
    beneficial_owners: z
      .int()
      .describe(
        'Where the chain ends at an overseas entity: the number of its registered beneficial owners.',
      ),
    ties: z.array(text).describe('Others who hold as much as the owner.'),
    held_through: z.array(z.strictObject({ name: text, through })).describe(HELD_THROUGH),
    cross_check: schemaReference('OwnerByIdentifiers'),
    exemption: text.describe('Why the company does not have to say who controls it.'),
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
    evidence: z
      .array(schemaReference('ChargeEvidence'))
      .describe('Facts about the charges that the value has no field for.'),
    register_counts: schemaReference('RegisterCounts'),
  },
  officers: {
    ...coverageField('`full`, or `current_only`: those who have resigned are not known.'),
    ...IDENTITY_VERIFICATION,
    contributions: z
      .array(schemaReference('Contribution'))
      .describe('What the current partners of a limited partnership put in, as far as they told it.'),
  },
  company_identity: {
    ...INPUTS,
    status_detail: text.describe("The status in the register's own words."),
    dissolved_on: day.describe(
      'When the company was dissolved; beside a live status, before it was restored.',
    ),
    registered_on: day.describe('When it was registered, where registration is no incorporation.'),
    subtype: text.describe("The register's key for the kind of legal form, such as `slp` or `pflp`."),
    term: text.describe("The term of a limited partnership, by the register's key."),
    has_insolvency_history: flag.describe('True: the register holds a case of insolvency.'),
    annotations: z.array(schemaReference('RegistrarAnnotation')).describe('Notes of the registrar.'),
    previous_names: z.array(schemaReference('PreviousName')).describe('Earlier names, newest first.'),
  },
  registry_events: {
    ...INPUTS,
    ...coverageField('`with_filings`, or `dates_only`: no list of filings was read.'),
    latest_event_on: day.describe('The day of the newest event, which lies before the window.'),
    milestones: z.array(z.strictObject({ type: text, date: day })).describe('Milestones of any age.'),
  },
  industry: {
    ...INPUTS,
    nace_revision: text.describe('The revision of the European classification that `nace` uses.'),
  },
  funding: { ...INPUTS, ...PARTIAL_COVERAGE },
  signals: INPUTS,
  property: {
    by_tenure: z.record(z.string(), int).describe('The number of titles by tenure.'),
    joint_titles: count.describe('The number of titles held together with others.'),
    name_differs: count.describe(
      'The number of titles whose owner is entered under another name than the company’s.',
    ),
    ...coverageField(
      '`part`: only a part of the publisher’s file is loaded. For a charity it says that the publisher leaves charities out.',
    ),
  },
  planning: {
    ...coverageField('`part`: only a part of the platform’s file is loaded.'),
    registers: z.record(z.string(), z.array(text)).describe('Which registers of each authority are loaded.'),
  },
  related_company_domain: {
    candidates: z
      .array(schemaReference('RelatedCandidate'))
      .describe('Websites that may belong to a related company. Nothing confirms them.'),
  },
  nature_of_business: {
    ...WEBSITE,
    evidence: z
      .array(schemaReference('Sighting'))
      .describe('The passages of the pages on which the value rests.'),
  },
  contacts: {
    ...WEBSITE,
    withheld: z.array(schemaReference('WithheldField')).describe('What was not looked for, and why.'),
  },
  trading_address: {
    ...WEBSITE,
    refused_postcodes: z.array(text).describe('Postcodes as printed that the directory does not have.'),
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
    figures_until: day.describe('The last day of the newest figures, which are too old to model from.'),
  },
  financial_benchmarks: {
    ...INPUT_TERMS,
    figures_until: day.describe('The last day of the newest figures, which are too old to compare.'),
  },
  firmographics: INPUT_TERMS,
  scores: INPUT_TERMS,
  company_summary: INPUT_TERMS,
  business_intelligence: INPUT_TERMS,
};

/** Returns the schema of `detail` in the block's envelope. */
export const detailSchema = (key: BlockKey): z.ZodType =>
  z
    .object({ ...COMMON_DETAIL, ...OWN_DETAIL[key] })
    .partial()
    .describe('Further facts and evidence about the value.');
