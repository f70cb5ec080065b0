/** Describes an owner's business from data on file, inside a record of ownership. Never billed. */
import type { OwnerTexts } from '../../sources/facts/owner-texts.fact.js';
import type { ReadingState } from '../../live/readings/readings.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import type { RequestTerms } from '../runner/define-block.js';
import type { SourceFact, WhyMissing } from '../runner/facts.js';
import { companyNames } from '../website/judged-facts.js';
import { quotedOfAccounts, quotedOfSite, SITE_CONFIDENCE } from '../website/describe/quoted-business.js';
import { siteDescription } from '../website/describe/site-description.js';
import { keptSiteOf } from '../website/kept/kept-site.js';

export interface OwnerDescriptionGiven {
  readonly owner_texts: SourceFact<OwnerTexts> | WhyMissing;
  readonly readings: { readonly site: (host: string) => ReadingState<'site'> };
  readonly options: { readonly min_confidence: number };
  readonly request: RequestTerms;
}

type Texts = NonNullable<ReturnType<OwnerTexts['get']>>;

/** The description on the owner's own website, if a crawl of it is kept. */
function ofWebsite(owner: CompanyRecord, { websites }: Texts, { readings, request }: OwnerDescriptionGiven) {
  const { blocks, search, few_rows = false } = request;
  // The host by which a row names a company is that company's, not its owner's.
  const siteQuestion = {
    readings,
    request: { blocks, search, few_rows },
    office_crowd: 'not_available_yet',
  } as const;
  const keptSite = keptSiteOf(owner, websites, siteQuestion);
  const description = keptSite === null ? null : siteDescription(keptSite.site, companyNames(owner));
  if (keptSite === null || description === null || typeof description === 'string') return null;
  const { site, verdict, checked } = keptSite;
  return {
    value: quotedOfSite(description),
    source: checked.checked_live ? 'own_website' : 'cache',
    as_of: site.crawled_on,
    confidence: Math.min(SITE_CONFIDENCE, verdict.confidence),
  };
}

/** @param owner null: it isn't in the register of companies */
export function ownerDescription(owner: CompanyRecord | null, facts: OwnerDescriptionGiven) {
  if (owner === null) return { status: 'not_found', reason: 'owner_not_on_file' };
  const { owner_texts } = facts;
  const texts = typeof owner_texts === 'string' ? undefined : owner_texts.record?.get(owner.number);
  const descriptionAnswer =
    texts === undefined ? null : (ofWebsite(owner, texts, facts) ?? quotedOfAccounts(texts.accounts));
  if (descriptionAnswer === null) return { status: 'not_found', reason: 'no_description_on_file' };
  const { confidence } = descriptionAnswer;
  return confidence < facts.options.min_confidence
    ? { status: 'not_found', reason: 'not_confirmed', detail: { confidence } }
    : { status: 'available', ...descriptionAnswer, flagged_for_review: false };
}
