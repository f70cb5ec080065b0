import { z } from 'zod';
import { defineBlock, type RequestTerms } from '../runner/define-block.js';
import { isCurrentController } from '../../sources/psc/psc-record.js';
import { cutLists, OF_A_PART } from '../runner/served-lists.js';
import { companyNumber, isoDate, text } from '../runner/value-types.js';
import {
  controllerNotes,
  heldControl,
  MAX_SERVED,
  newestFirst,
  notLookedUp,
  shownOwners,
} from './control-records.js';
import type { OwnerTexts } from '../../sources/facts/owner-texts.fact.js';
import type { ReadingState } from '../../live/readings/readings.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import type { SourceFact, WhyMissing } from '../runner/facts.js';
import { companyNames } from '../website/judged-facts.js';
import { quotedOfAccounts, quotedOfSite, SITE_CONFIDENCE } from '../website/describe/quoted-business.js';
import { siteDescription } from '../website/describe/site-description.js';
import { keptSiteOf } from '../website/kept/kept-site.js';

interface OwnerFacts {
  readonly owner_texts: SourceFact<OwnerTexts> | WhyMissing;
  readonly readings: { readonly site: (host: string) => ReadingState<'site'> };
  readonly options: { readonly min_confidence: number };
  readonly request: RequestTerms;
}

type Texts = NonNullable<ReturnType<OwnerTexts['get']>>;

/** The description on the owner's own website, if a crawl of it is kept. */
function siteQuote(owner: CompanyRecord, { websites }: Texts, { readings, request }: OwnerFacts) {
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
function ownerDescription(owner: CompanyRecord | null, facts: OwnerFacts) {
  if (owner === null) return { status: 'not_found', reason: 'owner_not_on_file' };
  const { owner_texts } = facts;
  const texts = typeof owner_texts === 'string' ? undefined : owner_texts.record?.get(owner.number);
  const descriptionAnswer =
    texts === undefined ? null : (siteQuote(owner, texts, facts) ?? quotedOfAccounts(texts.accounts));
  if (descriptionAnswer === null) return { status: 'not_found', reason: 'no_description_on_file' };
  const { confidence } = descriptionAnswer;
  return confidence < facts.options.min_confidence
    ? { status: 'not_found', reason: 'not_confirmed', detail: { confidence } }
    : { status: 'available', ...descriptionAnswer, flagged_for_review: false };
}

export default defineBlock({
  key: 'corporate_owners',
  tier: 'core',
  latency_class: 'instant',
  description: 'Companies and other legal persons that control the company now.',
  source: ['company_register_psc'],
  coverage: 'Companies with a current corporate or legal-person controller.',
  needs: ['psc', 'owners'],
  uses: ['owner_texts'],
  readings: ['site'],
  reasons: ['no_corporate_owner_on_the_register', 'no_psc_data_on_file', 'not_looked_up'],
  advisories: ['owner_not_on_file'],
  nested: { nature_of_business: 'owners' },
  value: z.strictObject({
    has_corporate_owner: z.literal(true),
    owners: z.array(
      z.strictObject({
        name: text,
        natures_of_control: z.array(text),
        notified_on: isoDate.nullable(),
        country_registered: text.nullable(),
        company_number: companyNumber.nullable(),
        nature_of_business: z
          .record(text, z.unknown())
          .describe('An envelope of its own: what the owner does, read from file only. Never billed.'),
      }),
    ),
  }),
})((facts) => {
  const { missing, as_of, isPart } = heldControl(facts.psc, facts.once);
  if (missing !== null) return missing;
  const { owners, suppressed } = shownOwners(facts.psc, facts.owners.record ?? [], as_of);
  const current = owners
    .filter(({ person }) => isCurrentController(person, as_of))
    .sort((a, b) => newestFirst(a.person, b.person));
  const cut = cutLists({ owners: current.length }, MAX_SERVED, suppressed);
  if (current.length === 0) {
    const reason = 'no_corporate_owner_on_the_register';
    const none = { status: 'not_found', reason, source: 'company_register_psc', as_of } as const;
    return { ...(isPart ? notLookedUp(as_of) : none), ...(Object.keys(cut).length > 0 && { detail: cut }) };
  }
  const notOnFile = current.filter(({ identity }) => identity.company_number === null);
  const notes = controllerNotes(
    current.map(({ person }) => person),
    owners,
  );
  const hasNameMatch = current.some(({ identity }) => identity.matched_on === 'name');
  const detail = {
    ...(isPart && OF_A_PART),
    ...notes.detail,
    ...(notOnFile.length > 0 && {
      owners_not_on_file: notOnFile.slice(0, MAX_SERVED).map(({ person }) => person.name),
    }),
    ...cut,
  };
  return {
    status: 'available',
    value: {
      has_corporate_owner: true,
      owners: current.slice(0, MAX_SERVED).map(({ person, identity: { company_number, company } }) => ({
        name: person.name ?? '',
        natures_of_control: [...person.natures_of_control],
        notified_on: person.notified_on,
        country_registered: person.identification?.country_registered ?? null,
        company_number,
        nature_of_business: ownerDescription(company, facts),
      })),
    },
    source: 'company_register_psc',
    as_of,
    flagged_for_review: hasNameMatch || isPart || notes.isFlagged,
    ...(notOnFile.length > 0 && { advisories: ['owner_not_on_file'] as const }),
    ...(Object.keys(detail).length > 0 && { detail }),
  };
});
