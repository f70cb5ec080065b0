/**
 * What an owner does, for the envelope inside a record of ownership: read from what is on file, and never
 * billed.
 */
import type { OwnerTexts } from '../../sources/facts/owner-texts.fact.js';
import type { ReadingState } from '../../live/readings/readings.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import type { RequestTerms } from '../runner/define-block.js';
import type { SourceFact, WhyMissing } from '../runner/facts.js';
import { companyNames } from '../website/company-names.js';
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

/** Of its own website, as far as a crawl is kept. */
function ofWebsite(owner: CompanyRecord, { websites }: Texts, { readings, request }: OwnerDescriptionGiven) {
  const { blocks, search, few_rows = false } = request;
  // The host by which a row names a company is that company's, not its owner's.
  const asked = {
    readings,
    request: { blocks, search, few_rows },
    office_crowd: 'not_available_yet',
  } as const;
  const kept = keptSiteOf(owner, websites, asked);
  const told = kept === null ? null : siteDescription(kept.site, companyNames(owner));
  if (kept === null || told === null || typeof told === 'string') return null;
  const { site, verdict, checked } = kept;
  return {
    value: quotedOfSite(told),
    source: checked.checked_live ? 'own_website' : 'cache',
    as_of: site.crawled_on,
    confidence: Math.min(SITE_CONFIDENCE, verdict.confidence),
  };
}

/** @param owner null: it isn't in the register of companies */
export function ownerDescription(owner: CompanyRecord | null, given: OwnerDescriptionGiven) {
  if (owner === null) return { status: 'not_found', reason: 'owner_not_on_file' };
  const { owner_texts } = given;
  const texts = typeof owner_texts === 'string' ? undefined : owner_texts.record?.get(owner.number);
  const told =
    texts === undefined ? null : (ofWebsite(owner, texts, given) ?? quotedOfAccounts(texts.accounts));
  if (told === null) return { status: 'not_found', reason: 'no_description_on_file' };
  const { confidence } = told;
  return confidence < given.options.min_confidence
    ? { status: 'not_found', reason: 'not_confirmed', detail: { confidence } }
    : { status: 'available', ...told, flagged_for_review: false };
}
