/** Schemas of the objects within `detail` of an envelope. */
import { z } from 'zod';
import {
  blockKey,
  schemaReference,
  count,
  day,
  objectSchema,
  flag,
  int,
  reasonCode,
  share,
  text,
  time,
} from '../../../../packages/contract/src/body-parts.js';

const snippet = text.describe('What it prints, at most 300 characters.');
const charges = (name: string) => int.nullable().describe(`Charges of the register’s own count: ${name}.`);

export const DETAIL_PARTS: Readonly<Record<string, z.ZodType>> = {
  Freshness: objectSchema('How fresh the value is.', {
    checked_live: flag.describe('Whether this request asked the source itself.'),
    checked_at: time.optional().describe('When the source was asked.'),
    edition: text.optional().describe('The edition that it was read from.'),
    stale: flag.optional().describe("True: the edition is older than its publisher's rhythm allows for."),
  }),
  CutList: objectSchema('How much of a list is served.', {
    total: count.describe('Items that there are.'),
    returned: count.describe('Items that are served.'),
    truncated: flag.describe('Whether the list was cut.'),
    suppressed: count.optional().describe('Left out because they are suppressed; in no count.'),
    below_confidence: count.optional().describe('Left out because they are below `min_confidence`.'),
  }),
  DetailInput: objectSchema('A source that the value rests on.', {
    block: blockKey.nullable(),
    field: text.describe('Which field it went into.'),
    source: text.describe('Where it came from.'),
    as_of: day.nullable().describe('The day of the source.'),
    value: z.union([z.string(), z.number(), z.null()]).describe('What was taken, or how many items.'),
    page_url: text.optional().describe('The page that says so.'),
  }),
  InputTerms: objectSchema('What must be said of an input that a value was computed from.', {
    block: blockKey,
    scope: z.enum(['company', 'group', 'unknown']).describe('Of whose figures it tells.'),
    period: schemaReference('Period').nullable().describe('The period of the figures.'),
    currency: text.nullable().describe('Of the figures, ISO 4217.'),
    flagged_for_review: flag.describe('Whether the input is flagged.'),
    advisories: z.array(reasonCode).describe('What must be said of it.'),
    withheld: z
      .array(schemaReference('WithheldInput'))
      .optional()
      .describe('Figures of it that are withheld.'),
  }),
  WithheldInput: objectSchema('A figure of an input that is withheld, and why.', {
    period_end: day.describe('Of the figure.'),
    field: text.describe('The figure.'),
    reason: reasonCode,
  }),
  WebsiteVerdict: objectSchema('What was found of the website.', {
    domain: text.describe('The host that was judged.'),
    outcome: z.enum(['accept', 'review', 'reject']).describe('Whether it is the company’s own.'),
    score: z.int().min(0).max(100).describe('Points.'),
    confidence: share.describe('That the verdict is right.'),
    checked_at: time.describe('When the site was read.'),
    auto_run: flag.describe('True: it was read for this request, which did not ask for domain_validation.'),
    served: flag.describe('Whether the value rests on it.'),
  }),
  WebsiteRecord: objectSchema('A public record that names a website.', {
    source: text.describe('The register that names the website.'),
    url: text.nullable().describe('As published; null where only the host is kept.'),
    seen_on: day.describe('When it was published.'),
  }),
  Sighting: objectSchema('Where a page shows something.', { url: text.describe('The page.'), snippet }),
  HardMatch: objectSchema('A fact of the register that a page prints.', {
    url: text.describe('The page.'),
    snippet,
    surname: text.optional().describe('Of a director.'),
  }),
  HardMatches: objectSchema('By kind.', {
    company_number: schemaReference('HardMatch').optional(),
    postcode: schemaReference('HardMatch').optional(),
    registered_address: schemaReference('HardMatch').optional(),
    director: schemaReference('HardMatch').optional(),
  }),
  NameMatch: objectSchema('Where a page bears the name of the company.', {
    kind: z.enum(['legal_name', 'previous_name', 'trading_name']).describe('Which name was found.'),
    url: text.describe('The page.'),
    snippet,
  }),
  ValidationEvidence: objectSchema('What the verdict rests on.', {
    hard_matches: schemaReference('HardMatches'),
    name_match: schemaReference('NameMatch').nullable().describe('Null: no page bears it.'),
  }),
  SecondReader: objectSchema('What a second reader of the site said.', {
    method: z.enum(['ai']).describe('A model read the pages.'),
    whose: z.enum(['own', 'other', 'unclear']).describe('Whose site it took it for.'),
    quotes: z.array(schemaReference('Sighting')).describe('Where the pages say so.'),
  }),
  AcceptedEarlier: objectSchema('An earlier verdict on a website that is shut now.', {
    on: day.describe('When it was read and accepted.'),
    score: int.describe('Points then.'),
    weights: text.describe('The version of the weights then.'),
  }),
  WebsiteSearch: objectSchema('How a website was searched for.', {
    candidates: z.array(text).describe('Hosts that were tried for want of a record.'),
    tried: count.describe('How many of them answered.'),
    providers: z.array(text).describe('Who was asked beside the name.'),
  }),
  WebsiteSetAside: objectSchema('The world site of the group, to which the UK site was preferred.', {
    domain: text.describe('The host.'),
    page_url: text.describe('Its page that links to the website that is served.'),
    evidence: z.array(schemaReference('WebsiteRecord')).describe('Records that name it.'),
  }),
  RelatedCandidate: objectSchema('A website of a related company that nothing confirms.', {
    domain: text.describe('The host.'),
    company: schemaReference('CompanyRef'),
    relation: text.describe('What that company is to this one.'),
    source: text.describe('Where it was found.'),
    seen_on: day.describe('When.'),
  }),
  ChargeEvidence: objectSchema('What the value leaves out of a charge.', {
    kind: z.enum(['charge_number', 'release_without_satisfaction']).describe('What is told.'),
    charge_number: int.nullable().describe('Of a charge without a code.'),
    created_on: day.nullable().optional().describe('When the charge was created.'),
    filing_type: text.optional().describe('The form that released it.'),
    delivered_on: day.nullable().optional().describe('When that form was delivered.'),
  }),
  RegisterCounts: objectSchema("What the register's file counts, where the charges are not held.", {
    charges: charges('charges'),
    outstanding: charges('outstanding'),
    part_satisfied: charges('part_satisfied'),
    satisfied: charges('satisfied'),
  }),
  IdentityVerification: objectSchema('Whether a person verified the identity for one role, at `as_of`.', {
    status: text.describe('`verified`, `due`, `overdue`, `ended`, `not_told` or `not_required`.'),
    statement_on: day.nullable().describe('When the person stated it.'),
    due_on: day.nullable().describe('By when it must be stated.'),
    route: text.nullable().describe('`provider` or `direct`; null: not verified.'),
    verified_by: text.nullable().describe('The authorised corporate service provider.'),
    supervisors: z.array(text).describe('Which bodies supervise the provider.'),
  }),
  RegistrarAnnotation: objectSchema("A note of the registrar on the company's entry.", {
    type: text.describe("The register's key."),
    description: text.nullable().describe("The registrar's own words."),
    created_on: day.nullable().describe('When it was made.'),
  }),
  Contribution: objectSchema('What a limited partner put into the partnership.', {
    name: text.describe('Of the partner.'),
    role: text.describe("The register's own word."),
    amount: schemaReference('Money').nullable().describe('Null: none can be read.'),
    kinds: z.array(text).describe("The register's keys, such as money or land-or-property."),
  }),
  PreviousName: objectSchema('A name that the company had before.', {
    name: text.describe('The name.'),
    ceased_on: day.nullable().describe('Until when the company bore it.'),
  }),
  OwnerByIdentifiers: objectSchema('What another register says of the top.', {
    source: text.describe('The register that was asked.'),
    as_of: day.describe('Its day.'),
    company_name: text.describe('Whom it names at the top.'),
    company_number: text.nullable().describe('Null where it is foreign.'),
    agrees: flag.describe('Whether that is the owner that is served.'),
  }),
  AmendedAccounts: objectSchema('A document that replaced another.', {
    kind: z.enum(['amended_accounts']).describe('What is told.'),
    document_id: text.describe('The document that stands.'),
    says_so: flag.describe('Whether it says itself that it amends.'),
    replaces: z.array(text).describe('The documents that it replaces.'),
  }),
  ContradictedFigure: objectSchema('A figure that something else in its document speaks against.', {
    period_end: day.describe('Of the figure.'),
    field: text.describe('The figure.'),
    identity: text.optional().describe('The sum that does not hold.'),
    by: text.optional().describe('What speaks against it.'),
  }),
  UnbelievedFigure: objectSchema('A figure as it was filed, which its page contradicts.', {
    period_end: day.describe('Of the figure.'),
    field: text.describe('The figure.'),
    concept: text.describe('The name of the fact.'),
    printed: text.describe('Its text on the page, before scale and sign.'),
  }),
  AccountsDocument: objectSchema('A set of accounts that was read, or that gave nothing.', {
    id: text.optional().describe('The name that it is published under.'),
    document_id: text.nullable().optional().describe("The register's id of the document."),
    made_up_to: day.describe('The balance day.'),
    taxonomy: text.nullable().optional().describe('Name of its schema.'),
    filed_on: day.nullable().optional().describe('When it was filed.'),
    why: text.optional().describe('Why it can not be read.'),
  }),
  UnbelievedHeadcount: objectSchema('What was filed and is not believed.', {
    concept: text.describe('The name of the fact.'),
    printed: text.optional().describe('Its text on the page, before scale and sign.'),
  }),
  ScaledTurnover: objectSchema('A turnover that was scaled to a year.', {
    from_days: int.describe('Days that it was filed for.'),
    to_days: int.describe('Days of a year.'),
  }),
};
