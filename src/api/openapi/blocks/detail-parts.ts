/** Objects that stand in `detail` of envelopes. */
import { day, enumOf, flag, integer, list, object, orNull, ref, text, time, type Schema } from '../schema.js';

export const share = (description: string): Schema => ({
  type: 'number',
  minimum: 0,
  maximum: 1,
  description,
});

export const DETAIL_PARTS: Readonly<Record<string, Schema>> = {
  Freshness: object(
    {
      checked_live: flag('Whether this request asked the source itself.'),
      checked_at: time('When the source was asked.'),
      edition: text('The edition that it was read from.'),
      stale: flag("True: the edition is older than its publisher's rhythm allows for."),
    },
    { description: 'How fresh the value is.', optional: ['checked_at', 'edition', 'stale'] },
  ),
  CutList: object(
    {
      total: integer('Items that there are.', { minimum: 0 }),
      returned: integer('Items that are served.', { minimum: 0 }),
      truncated: flag('Whether the list was cut.'),
      suppressed: integer('Left out because they are suppressed; in no count.', { minimum: 0 }),
      below_confidence: integer('Left out because they are below `min_confidence`.', { minimum: 0 }),
    },
    { description: 'How much of a list is served.', optional: ['suppressed', 'below_confidence'] },
  ),
  DetailInput: object(
    {
      block: orNull(ref('BlockKey')),
      field: text('Which field it went into.'),
      source: text('Where it came from.'),
      as_of: orNull(day('The day of the source.')),
      value: { type: ['string', 'number', 'null'], description: 'What was taken, or how many items.' },
      page_url: text('The page that says so.'),
    },
    { description: 'A source that the value rests on.', optional: ['page_url'] },
  ),
  InputTerms: object(
    {
      block: ref('BlockKey'),
      scope: enumOf(['company', 'group', 'unknown'], 'Of whose figures it tells.'),
      period: { anyOf: [ref('Period'), { type: 'null' }], description: 'The period of the figures.' },
      currency: orNull(text('Of the figures, ISO 4217.')),
      flagged_for_review: flag('Whether the input is flagged.'),
      advisories: list(ref('ReasonCode'), 'What must be said of it.'),
      withheld: list(ref('WithheldInput'), 'Figures of it that are withheld.'),
    },
    { description: 'What must be said of an input that a value was computed from.', optional: ['withheld'] },
  ),
  WithheldInput: object(
    {
      period_end: day('Of the figure.'),
      field: text('The figure.'),
      reason: ref('ReasonCode'),
    },
    { description: 'A figure of an input that is withheld, and why.' },
  ),
  WebsiteVerdict: object(
    {
      domain: text('The host that was judged.'),
      outcome: enumOf(['accept', 'review', 'reject'], 'Whether it is the company’s own.'),
      score: integer('Points.', { minimum: 0, maximum: 100 }),
      confidence: share('That the verdict is right.'),
      checked_at: time('When the site was read.'),
      auto_run: flag('True: it was read for this request, which did not ask for domain_validation.'),
      served: flag('Whether the value rests on it.'),
    },
    { description: 'What was found of the website.' },
  ),
  WebsiteRecord: object(
    {
      source: text('The register that names the website.'),
      url: orNull(text('As published; null where only the host is kept.')),
      seen_on: day('When it was published.'),
    },
    { description: 'A public record that names a website.' },
  ),
  Sighting: object(
    { url: text('The page.'), snippet: text('What it prints, at most 300 characters.') },
    { description: 'Where a page shows something.' },
  ),
  HardMatch: object(
    {
      url: text('The page.'),
      snippet: text('What it prints, at most 300 characters.'),
      surname: text('Of a director.'),
    },
    { description: 'A fact of the register that a page prints.', optional: ['surname'] },
  ),
  HardMatches: object(
    {
      company_number: ref('HardMatch'),
      postcode: ref('HardMatch'),
      registered_address: ref('HardMatch'),
      director: ref('HardMatch'),
    },
    {
      description: 'By kind.',
      optional: ['company_number', 'postcode', 'registered_address', 'director'],
    },
  ),
  NameMatch: object(
    {
      kind: enumOf(['legal_name', 'previous_name', 'trading_name'], 'Which name was found.'),
      url: text('The page.'),
      snippet: text('What it prints, at most 300 characters.'),
    },
    { description: 'Where a page bears the name of the company.' },
  ),
  ValidationEvidence: object(
    {
      hard_matches: ref('HardMatches'),
      name_match: { anyOf: [ref('NameMatch'), { type: 'null' }], description: 'Null: no page bears it.' },
    },
    { description: 'What the verdict rests on.' },
  ),
  SecondReader: object(
    {
      method: enumOf(['ai'], 'A model read the pages.'),
      whose: enumOf(['own', 'other', 'unclear'], 'Whose site it took it for.'),
      quotes: list(ref('Sighting'), 'Where the pages say so.'),
    },
    { description: 'What a second reader of the site said.' },
  ),
  AcceptedEarlier: object(
    {
      on: day('When it was read and accepted.'),
      score: integer('Points then.'),
      weights: text('The version of the weights then.'),
    },
    { description: 'An earlier verdict on a website that is shut now.' },
  ),
  WebsiteSearch: object(
    {
      candidates: list(text(), 'Hosts that were tried for want of a record.'),
      tried: integer('How many of them answered.', { minimum: 0 }),
      providers: list(text(), 'Who was asked beside the name.'),
    },
    { description: 'How a website was searched for.' },
  ),
  WebsiteSetAside: object(
    {
      domain: text('The host.'),
      page_url: text('Its page that links to the website that is served.'),
      evidence: list(ref('WebsiteRecord'), 'Records that name it.'),
    },
    { description: 'The world site of the group, to which the UK site was preferred.' },
  ),
  RelatedCandidate: object(
    {
      domain: text('The host.'),
      company: ref('CompanyRef'),
      relation: text('What that company is to this one.'),
      source: text('Where it was found.'),
      seen_on: day('When.'),
    },
    { description: 'A website of a related company that nothing confirms.' },
  ),
  ChargeEvidence: object(
    {
      kind: enumOf(['charge_number', 'release_without_satisfaction'], 'What is told.'),
      charge_number: { type: ['integer', 'null'], description: 'Of a charge without a code.' },
      created_on: orNull(day('When the charge was created.')),
      filing_type: text('The form that released it.'),
      delivered_on: orNull(day('When that form was delivered.')),
    },
    {
      description: 'What the value leaves out of a charge.',
      optional: ['created_on', 'filing_type', 'delivered_on'],
    },
  ),
  RegisterCounts: object(
    Object.fromEntries(
      ['charges', 'outstanding', 'part_satisfied', 'satisfied'].map((name) => [
        name,
        { type: ['integer', 'null'], description: `Charges of the register’s own count: ${name}.` },
      ]),
    ),
    { description: "What the register's file counts, where the charges are not held." },
  ),
  PreviousName: object(
    { name: text('The name.'), ceased_on: orNull(day('Until when the company bore it.')) },
    { description: 'A name that the company had before.' },
  ),
  OwnerByIdentifiers: object(
    {
      source: text('The register that was asked.'),
      as_of: day('Its day.'),
      company_name: text('Whom it names at the top.'),
      company_number: orNull(text('Null where it is foreign.')),
      agrees: flag('Whether that is the owner that is served.'),
    },
    { description: 'What another register says of the top.' },
  ),
  AmendedAccounts: object(
    {
      kind: enumOf(['amended_accounts'], 'What is told.'),
      document_id: text('The document that stands.'),
      says_so: flag('Whether it says itself that it amends.'),
      replaces: list(text(), 'The documents that it replaces.'),
    },
    { description: 'A document that replaced another.' },
  ),
  ContradictedFigure: object(
    {
      period_end: day('Of the figure.'),
      field: text('The figure.'),
      identity: text('The sum that does not hold.'),
      by: text('What speaks against it.'),
    },
    {
      description: 'A figure that something else in its document speaks against.',
      optional: ['identity', 'by'],
    },
  ),
  AccountsDocument: object(
    {
      id: text('The name that it is published under.'),
      document_id: orNull(text("The register's id of the document.")),
      made_up_to: day('The balance day.'),
      taxonomy: orNull(text('Name of its schema.')),
      filed_on: orNull(day('When it was filed.')),
      why: text('Why it can not be read.'),
    },
    {
      description: 'A set of accounts that was read, or that gave nothing.',
      optional: ['id', 'document_id', 'taxonomy', 'filed_on', 'why'],
    },
  ),
  UnbelievedHeadcount: object(
    {
      concept: text('The name of the fact.'),
      printed: text('Its text on the page, before scale and sign.'),
    },
    { description: 'What was filed and is not believed.', optional: ['printed'] },
  ),
  ScaledTurnover: object(
    { from_days: integer('Days that it was filed for.'), to_days: integer('Days of a year.') },
    { description: 'A turnover that was scaled to a year.' },
  ),
};
