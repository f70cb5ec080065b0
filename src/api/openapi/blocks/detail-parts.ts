/** Declares the schemas of the objects within `detail` of an envelope. */
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

const snippet = text.describe('The text that the page prints there, at most 300 characters.');
const chargeCount = (counted: string) =>
  int.nullable().describe(`${counted}, as the register’s own file counts them.`);

export const DETAIL_PARTS: Readonly<Record<string, z.ZodType>> = {
  Freshness: objectSchema('How fresh the value is.', {
    checked_live: flag.describe('Whether this request asked the source itself.'),
    checked_at: time.optional().describe('When the source was asked.'),
    edition: text.optional().describe('The edition that it was read from.'),
    stale: flag
      .optional()
      .describe('True: the edition is older than it should be, since its source is published more often.'),
  }),
  CutList: objectSchema('How much of a list is served.', {
    total: count.describe('The number of all items.'),
    returned: count.describe('The number of items that are served.'),
    truncated: flag.describe('Whether the list was cut.'),
    suppressed: count
      .optional()
      .describe('Items left out because they are suppressed. No other count includes them.'),
    below_confidence: count
      .optional()
      .describe('Items left out because their confidence is below `min_confidence`.'),
  }),
  DetailInput: objectSchema('A source that the value rests on.', {
    block: blockKey.nullable(),
    field: text.describe('The name of the field that was used.'),
    source: text.describe('Where the value of the field came from.'),
    as_of: day.nullable().describe('The date of the source’s data.'),
    value: z
      .union([z.string(), z.number(), z.null()])
      .describe('The value that was used; of a list, the number of its items.'),
    page_url: text.optional().describe('The page that states the value.'),
  }),
  InputTerms: objectSchema('The caveats of an input that the value was computed from.', {
    block: blockKey,
    scope: z
      .enum(['company', 'group', 'unknown'])
      .describe('Whose figures they are: those of the company, of its whole group, or unknown.'),
    period: schemaReference('Period').nullable().describe('The period of the figures.'),
    currency: text.nullable().describe('The currency of the figures, ISO 4217.'),
    flagged_for_review: flag.describe('Whether the input is flagged for review.'),
    advisories: z.array(reasonCode).describe('The advisories of the input.'),
    withheld: z
      .array(schemaReference('WithheldInput'))
      .optional()
      .describe('Figures of the input that are withheld.'),
  }),
  WithheldInput: objectSchema('A figure of an input that is withheld, and why.', {
    period_end: day.describe('The last day of the figure’s period.'),
    field: text.describe('The name of the figure’s field.'),
    reason: reasonCode,
  }),
  WebsiteVerdict: objectSchema('The verdict on a website, and its basis.', {
    domain: text.describe('The host that was judged.'),
    outcome: z
      .enum(['accept', 'review', 'reject'])
      .describe('Whether the website is the company’s own: yes, unclear, or no.'),
    score: z.int().min(0).max(100).describe('The points of the website, 0 to 100.'),
    confidence: share.describe('The share of such verdicts that are right, 0 to 1.'),
    checked_at: time.describe('When the site was read.'),
    auto_run: flag.describe(
      'True: the site was read for this request, although `domain_validation` was not requested.',
    ),
    served: flag.describe('Whether the value was taken from this website.'),
  }),
  WebsiteRecord: objectSchema('A public record that names a website.', {
    source: text.describe('The register that names the website.'),
    url: text.nullable().describe('The address as published; null where only the host is kept.'),
    seen_on: day.describe('When the record was published.'),
  }),
  Sighting: objectSchema('A passage of a page, as evidence.', {
    url: text.describe('The address of the page.'),
    snippet,
  }),
  HardMatch: objectSchema('A fact of the register that a page of the website prints.', {
    url: text.describe('The address of the page.'),
    snippet,
    surname: text.optional().describe('The surname of the director whom the page names.'),
  }),
  HardMatches: objectSchema('The facts of the register that the pages print, by kind.', {
    company_number: schemaReference('HardMatch').optional(),
    postcode: schemaReference('HardMatch').optional(),
    registered_address: schemaReference('HardMatch').optional(),
    director: schemaReference('HardMatch').optional(),
  }),
  NameMatch: objectSchema('A page that bears the company’s name.', {
    kind: z.enum(['legal_name', 'previous_name', 'trading_name']).describe('Which name was found.'),
    url: text.describe('The address of the page.'),
    snippet,
  }),
  ValidationEvidence: objectSchema('The evidence for the verdict.', {
    hard_matches: schemaReference('HardMatches'),
    name_match: schemaReference('NameMatch')
      .nullable()
      .describe('The page that bears the company’s name; null: no page does.'),
  }),
  SecondReader: objectSchema('The opinion of a second reader of the website.', {
    method: z.enum(['ai']).describe('Who the second reader was. `ai`: a model.'),
    whose: z
      .enum(['own', 'other', 'unclear'])
      .describe(
        'Whose website it is, in the second reader’s opinion: the company’s own, another’s, or unclear.',
      ),
    quotes: z.array(schemaReference('Sighting')).describe('The passages on which that opinion rests.'),
  }),
  AcceptedEarlier: objectSchema('An earlier verdict that accepted the website, which can’t be read now.', {
    on: day.describe('When the website was read and accepted.'),
    score: int.describe('The points of that verdict.'),
    weights: text.describe('The version of the weights that gave those points.'),
  }),
  WebsiteSearch: objectSchema('The search for a website.', {
    candidates: z
      .array(text)
      .describe(
        'Hosts that no public record names: made from the company’s name, or found by a search provider.',
      ),
    tried: count.describe('How many of these hosts were looked up.'),
    providers: z.array(text).describe('The search providers that were asked.'),
  }),
  WebsiteSetAside: objectSchema(
    'The group’s worldwide website, which was set aside in favour of its UK website.',
    {
      domain: text.describe('The host of the website.'),
      page_url: text.describe('The page of the worldwide website that links to the UK website.'),
      evidence: z
        .array(schemaReference('WebsiteRecord'))
        .describe('Public records that name the worldwide website.'),
    },
  ),
  RelatedCandidate: objectSchema('A website that may belong to a related company. Nothing confirms it.', {
    domain: text.describe('The host of the website.'),
    company: schemaReference('CompanyRef'),
    relation: text.describe('The relation of that company to this one.'),
    source: text.describe('Where the website was found.'),
    seen_on: day.describe('The date of that source.'),
  }),
  ChargeEvidence: objectSchema('A fact about a charge that the value has no field for.', {
    kind: z
      .enum(['charge_number', 'release_without_satisfaction'])
      .describe('Which fact: the number of a charge without a code, or a release without a satisfaction.'),
    charge_number: int.nullable().describe('The register’s number of the charge.'),
    created_on: day.nullable().optional().describe('When the charge was created.'),
    filing_type: text.optional().describe('The form that released the charge.'),
    delivered_on: day.nullable().optional().describe('When that form was delivered.'),
  }),
  RegisterCounts: objectSchema(
    "The counts in the register's file, where the charges themselves are not held.",
    {
      charges: chargeCount('All charges'),
      outstanding: chargeCount('Outstanding charges'),
      part_satisfied: chargeCount('Charges that are satisfied in part'),
      satisfied: chargeCount('Satisfied charges'),
    },
  ),
  IdentityVerification: objectSchema(
    'Whether a person has verified their identity for a role, on the day `as_of`.',
    {
      status: text.describe('One of `verified`, `due`, `overdue`, `ended`, `not_told` and `not_required`.'),
      statement_on: day
        .nullable()
        .describe('The day of the person’s statement that the identity is verified; null: not known.'),
      due_on: day.nullable().describe('The day by which that statement is due; null: not known.'),
      route: text
        .nullable()
        .describe(
          '`provider`: an authorised corporate service provider verified the identity; `direct`: the registrar did; null: nobody has yet.',
        ),
      verified_by: text.nullable().describe('The name of that provider; null: not published.'),
      supervisors: z.array(text).describe('The bodies that supervise that provider.'),
    },
  ),
  RegistrarAnnotation: objectSchema("A note of the registrar on the company's entry.", {
    type: text.describe("The register's key for the kind of note."),
    description: text.nullable().describe("The note in the registrar's own words."),
    created_on: day.nullable().describe('When the note was made.'),
  }),
  Contribution: objectSchema('What a limited partner put into the partnership.', {
    name: text.describe('The name of the partner.'),
    role: text.describe("The partner's role, in the register's own word."),
    amount: schemaReference('Money').nullable().describe('The amount; null: it can’t be read.'),
    kinds: z
      .array(text)
      .describe("The register's keys for what was put in, such as `money` or `land-or-property`."),
  }),
  PreviousName: objectSchema('A name that the company had before.', {
    name: text.describe('The earlier name.'),
    ceased_on: day.nullable().describe('The day until which the company had this name.'),
  }),
  OwnerByIdentifiers: objectSchema('The ultimate owner by another register, to compare with the value.', {
    source: text.describe('The other register.'),
    as_of: day.describe('The date of that register’s data.'),
    company_name: text.describe('The ultimate owner that it names.'),
    company_number: text.nullable().describe('The number of that owner; null where the owner is foreign.'),
    agrees: flag.describe('Whether it is the same owner as in the value.'),
  }),
  AmendedAccounts: objectSchema('Accounts that replaced earlier ones.', {
    kind: z.enum(['amended_accounts']).describe('The kind of evidence.'),
    document_id: text.describe('The document that is used.'),
    says_so: flag.describe('Whether the document itself says that it is an amendment.'),
    replaces: z.array(text).describe('The documents that it replaced.'),
  }),
  ContradictedFigure: objectSchema('A figure that other content of its document contradicts.', {
    period_end: day.describe('The last day of the figure’s period.'),
    field: text.describe('The name of the figure’s field.'),
    identity: text.optional().describe('The sum that does not hold, where a sum contradicts the figure.'),
    by: text.optional().describe('What else contradicts the figure.'),
  }),
  UnbelievedFigure: objectSchema('A figure as filed, which its page contradicts.', {
    period_end: day.describe('The last day of the figure’s period.'),
    field: text.describe('The name of the figure’s field.'),
    concept: text.describe('The name of the fact in the document’s markup.'),
    printed: text.describe('The text on the page, before its scale and sign are applied.'),
  }),
  AccountsDocument: objectSchema('The accounts that were read, or from which nothing could be read.', {
    id: text.optional().describe('The name under which the document was published.'),
    document_id: text.nullable().optional().describe("The register's id of the document."),
    made_up_to: day.describe('The date of the balance sheet.'),
    taxonomy: text.nullable().optional().describe('The name of the document’s schema.'),
    filed_on: day.nullable().optional().describe('When the document was filed.'),
    why: text.optional().describe('Why the document can’t be read.'),
  }),
  UnbelievedHeadcount: objectSchema('A headcount as filed, which is not believed.', {
    concept: text.describe('The name of the fact in the document’s markup.'),
    printed: text.optional().describe('The text on the page, before its scale and sign are applied.'),
  }),
  ScaledTurnover: objectSchema('How a turnover was scaled to a year.', {
    from_days: int.describe('The days of the period for which the turnover was filed.'),
    to_days: int.describe('The days of a year.'),
  }),
};
