/**
 * Matches one identifier to one company, or gives the reason why not (Contract 2.13). It never takes the
 * first of several.
 */
import type { MatchedOn } from '../../../../contract/src/row.js';
import type { CompanyRecord } from '../../sources/companies/company-record.js';
import type { NameBearers, NearNames } from '../../sources/companies/companies.edition.js';
import { isLive } from '../../sources/companies/company-status.js';
import {
  exactName,
  legalFormOf,
  normalisedNameOf,
  type LegalForm,
} from '../../../../words/src/names/company-name.js';
import { isTypingError } from '../../../../words/src/names/near-name.js';
import { withAnd } from '../../../../words/src/names/other-spellings.js';
import { LIVE_LOOKUP_ROWS } from '../../../../contract/src/options.js';
import type { Identifier } from './identifier.js';
import { refused, type Candidate, type MatchOutcome, type MatchRefusal } from './match-outcome.js';
import { nameReadings, type NameReadings } from './name-readings.js';
import { notOwnSite } from '../../../../words/src/hosts/not-own-sites.js';

export type { NameBearers };

/** Start values, until measured ones replace them (Contract 2.13). */
const MATCH_CONFIDENCE = {
  number: 1,
  exact_name: 0.98,
  normalised_name: 0.9,
  previous_name: 0.7,
  list_remark: 0.7,
  same_as: 0.6,
  dissolved: 0.6,
  other_spelling: 0.6,
  other_form: 0.4,
} as const;

const MAX_CANDIDATES = 20;
/** Near names beside `not_matched` (Contract 2.13). */
const MAX_NEAR = 5;

/** Matches by number: takes the company on file under it, whatever its state. */
export function matchNumber(
  { number, unheld }: Extract<Identifier, { kind: 'company_number' }>,
  company: CompanyRecord | undefined,
): MatchOutcome {
  return company
    ? { outcome: 'matched', company, matched_on: 'company_number', match_confidence: MATCH_CONFIDENCE.number }
    : (unheld ?? refused('not_matched', `No company ${number} is on file.`));
}

interface Tier {
  readonly companies: readonly CompanyRecord[];
  /** A suppressed company has a name of this tier. Another company with the name is not taken for it. */
  readonly suppressed?: boolean;
  /** The name in another spelling: passed over where a dissolved company bears the very name. */
  readonly isRespelt?: boolean;
  readonly matched_on: MatchedOn;
  readonly confidence: number;
}

/** The companies that a name may mean. */
export interface NamedCompanies {
  /** By normalised name: of the name itself and, where nobody fits it, of its readings (`readingKeys`). */
  readonly bearers: ReadonlyMap<string, NameBearers>;
  /** The companies whose names the registrar regards as the same; needed only where nobody fits the name. */
  readonly sameAs: Omit<NameBearers, 'former'>;
  /** The companies for the other spellings of the name. */
  readonly spelledSameAs?: readonly Omit<NameBearers, 'former'>[];
  /** Needed only where nobody fits a reading either. */
  readonly near?: NearNames;
}

type Named = Extract<Identifier, { kind: 'company_name' }>;

export const NOBODY: NameBearers = { current: [], former: [] };

/** Whether the forms that two names say agree. A name that says none agrees with all. */
const formsAgree = (one: LegalForm | null, other: LegalForm | null): boolean =>
  one === null || other === null || one === other;

/** The live companies among these, split by whether their legal form is the one asked for. */
function byForm(companies: readonly CompanyRecord[], form: LegalForm | null) {
  const live = companies.filter(isLive);
  return {
    fitting: live.filter(({ name }) => formsAgree(form, legalFormOf(name))),
    others: live.filter(({ name }) => !formsAgree(form, legalFormOf(name))),
  };
}

/** The live companies that bore the name in the form asked for. */
const boreIt = (former: readonly CompanyRecord[], normalised: string, form: LegalForm | null) =>
  former.filter(
    (company) =>
      isLive(company) &&
      company.previous_names.some(
        ({ name }) => normalisedNameOf(name) === normalised && formsAgree(form, legalFormOf(name)),
      ),
  );

/**
 * The tier of the name as it was sent; null where no live company of its form bears or bore it. Suppressed
 * companies are considered as if they were shown: where one of them may be meant, no other company matches.
 */
function ownTier(found: Named, { current, former, left }: NameBearers): Tier | null {
  if (left === undefined) return tierAmong(found, current, former);
  const { current: hidden, former: before } = left;
  const tier = tierAmong(found, [...current, ...hidden], [...former, ...before]);
  return tier?.companies.some((one) => hidden.includes(one) || before.includes(one)) === true
    ? { ...tier, companies: [], suppressed: true }
    : tier;
}

function tierAmong(
  { asked, exact, normalised }: Named,
  current: NameBearers['current'],
  former: NameBearers['former'],
): Tier | null {
  // Most names are exact, and equal names have one form.
  const bearing = current.filter((company) => isLive(company) && exactName(company.name) === exact);
  if (bearing.length > 0)
    return { companies: bearing, matched_on: 'company_name', confidence: MATCH_CONFIDENCE.exact_name };
  const form = legalFormOf(asked);
  const { fitting } = byForm(current, form);
  if (fitting.length > 0)
    return { companies: fitting, matched_on: 'company_name', confidence: MATCH_CONFIDENCE.normalised_name };
  const before = boreIt(former, normalised, form);
  return before.length === 0
    ? null
    : { companies: before, matched_on: 'previous_name', confidence: MATCH_CONFIDENCE.previous_name };
}

/** Whether a live company of the form asked for bears the name or bore it: then no wider form counts. */
export const isBorneLive = (found: Named, bearers: NameBearers): boolean => ownTier(found, bearers) !== null;

const distinct = (companies: readonly CompanyRecord[]): CompanyRecord[] => [
  ...new Map(companies.map((company) => [company.number, company])).values(),
];

/**
 * Ways to match by a wider reading of the name, best first.
 * @returns `isGone`: a dissolved company bears the very name, in the form asked for
 */
function widerTiers(readings: NameReadings, { bearers, sameAs, near, spelledSameAs = [] }: NamedCompanies) {
  const { form, normalised, remark, and, abbreviated } = readings;
  const found = (keys: readonly string[]): CompanyRecord[] =>
    distinct(keys.flatMap((key) => bearers.get(key)?.current ?? []));
  const current = (keys: readonly string[]): CompanyRecord[] => byForm(found(keys), form).fitting;
  const isHidden = (keys: readonly string[]): boolean => keys.some((key) => bearers.get(key)?.suppressed);
  const tier = (companies: readonly CompanyRecord[], confidence: number, more: Partial<Tier> = {}): Tier => ({
    companies,
    matched_on: 'company_name',
    confidence,
    ...more,
  });
  const { former } = bearers.get(normalised) ?? NOBODY;
  const gone = found([normalised]).filter(
    (company) => !isLive(company) && formsAgree(form, legalFormOf(company.name)),
  );
  const sameWithAnd = current(and.spellings).filter(({ name }) => withAnd(name) === and.common);
  const withRemark = remark === null ? [] : [remark.within];
  const within = current(withRemark);
  const bare = remark === null ? [] : current([normalised]);
  const before = remark === null ? [] : boreIt(former, normalised, form);
  const typed = near === undefined || near.others ? [] : byForm(near.companies, form).fitting;
  const mistyped = typed.filter(({ name }) => isTypingError(readings.name, name));
  const inAnyForm = distinct([...found([normalised, ...and.spellings, ...abbreviated]), ...sameAs.current]);
  const places = remark?.isPlace === true ? MATCH_CONFIDENCE.same_as : MATCH_CONFIDENCE.list_remark;
  const { normalised_name, same_as, dissolved, other_spelling, other_form } = MATCH_CONFIDENCE;
  const tiers = [
    tier(sameWithAnd, remark === null ? normalised_name : places, {
      suppressed: isHidden(and.spellings),
      isRespelt: true,
    }),
    tier(distinct([...within, ...bare]), within.length > 0 ? other_spelling : places, {
      suppressed: isHidden(withRemark),
    }),
    tier(before, other_spelling, { matched_on: 'previous_name' }),
    tier(byForm(sameAs.current, form).fitting, same_as, { suppressed: sameAs.suppressed === true }),
    // Several dissolved companies of one name are no candidates: none of them is live.
    tier(gone.length === 1 ? gone : [], dissolved),
    tier(current(abbreviated), other_spelling, { suppressed: isHidden(abbreviated), isRespelt: true }),
    tier(byForm(distinct(spelledSameAs.flatMap((one) => one.current)), form).fitting, other_spelling, {
      suppressed: spelledSameAs.some(({ suppressed }) => suppressed),
      isRespelt: true,
    }),
    // A typing error that several names would explain matches none of them.
    tier(mistyped.length === 1 ? mistyped : [], other_spelling, { isRespelt: true }),
    tier(byForm(inAnyForm, form).others, other_form),
    tier(former.filter(isLive), other_form, { matched_on: 'previous_name' }),
  ];
  return { tiers, isGone: gone.length > 0 };
}

interface Ways {
  /** The tiers, best first. The first tier in which a company fits decides. */
  readonly tiers: readonly Tier[];
  /** Live companies with another spelling, where dissolved ones bear the exact name: candidates only. */
  readonly passedOver: readonly CompanyRecord[];
}

function waysToMatch(found: Named, known: NamedCompanies): Ways {
  const bearers = known.bearers.get(found.normalised) ?? NOBODY;
  const own = ownTier(found, bearers);
  if (own !== null) return { tiers: own.suppressed === true ? [] : [own], passedOver: [] };
  const readings = nameReadings(found.asked);
  const isHidden = [found.normalised, readings.normalised].some((key) => known.bearers.get(key)?.suppressed);
  if (isHidden) return { tiers: [], passedOver: [] };
  const { tiers, isGone } = widerTiers(readings, known);
  const isPassedOver = ({ isRespelt }: Tier): boolean => isGone && isRespelt === true;
  const counting = tiers.filter((tier) => !isPassedOver(tier));
  const hidden = counting.findIndex(({ suppressed }) => suppressed);
  return {
    tiers: hidden < 0 ? counting : counting.slice(0, hidden),
    passedOver: tiers.filter(isPassedOver).flatMap(({ companies }) => companies),
  };
}

/** Whether no known name fits so far. Then names that are almost equal count. */
export const isStrange = (found: Named, known: NamedCompanies): boolean =>
  waysToMatch(found, known).tiers.every(
    ({ companies, confidence }) => companies.length === 0 || confidence === MATCH_CONFIDENCE.other_form,
  );

const wording = ({ matched_on, confidence }: Tier): string => {
  if (matched_on === 'previous_name') return 'were once named';
  if (confidence === MATCH_CONFIDENCE.other_form) return 'of another legal form are named';
  return confidence === MATCH_CONFIDENCE.same_as ? 'have names that count as the same as' : 'are named';
};

const asCandidate = ({ number, name }: CompanyRecord): Candidate => ({
  company_number: number,
  company_name: name,
});

/** @param how `are named 'ACME'`: what is said of them */
export function ambiguousMatch(companies: readonly CompanyRecord[], how: string): MatchRefusal {
  const candidates = companies
    .map(asCandidate)
    .sort((a, b) => (a.company_number < b.company_number ? -1 : 1))
    .slice(0, MAX_CANDIDATES);
  return refused(
    'ambiguous_match',
    `${companies.length} live companies ${how}; ask by company_number.`,
    candidates,
  );
}

/**
 * Matches by name. A best match under `minConfidence`, or candidates that all are under it, is no match; live
 * near names are listed.
 */
export function matchName(found: Named, known: NamedCompanies, minConfidence: number): MatchOutcome {
  const { asked } = found;
  const { tiers, passedOver } = waysToMatch(found, known);
  const best = tiers.find(({ companies }) => companies.length > 0);
  const others = [...passedOver, ...(known.near?.companies ?? [])];
  const near = distinct([...(best?.companies ?? []), ...others]).filter(isLive);
  const candidates = near.slice(0, MAX_NEAR).map(asCandidate);
  if (best === undefined)
    return refused('not_matched', `No company named '${asked}' is on file.`, candidates);
  const { companies, matched_on, confidence } = best;
  if (confidence < minConfidence) {
    return refused(
      'not_matched',
      `The best match for '${asked}' has a confidence of ${confidence}, under min_confidence ${minConfidence}.`,
      candidates,
    );
  }
  const [company] = companies;
  return company !== undefined && companies.length === 1
    ? { outcome: 'matched', company, matched_on, match_confidence: confidence }
    : ambiguousMatch(companies, `${wording(best)} '${asked}'`);
}

/** Matches by a website that was not read: tells why not. */
export function matchDomain(
  { asked, host }: Extract<Identifier, { kind: 'domain' }>,
  jobRows: number,
): MatchRefusal {
  const kind = host === null ? null : notOwnSite(host);
  if (kind !== null) return refused('not_own_site', `${host} is a ${kind}, not a company's own website.`);
  const unknown =
    host === null ? `'${asked}' is not the address of a website` : `No company is on file for ${host}`;
  return jobRows > LIVE_LOOKUP_ROWS
    ? refused(
        'site_lookup_not_run',
        `${unknown}, and websites are looked up only in jobs of at most ${LIVE_LOOKUP_ROWS} rows.`,
      )
    : refused('not_matched', `${unknown}.`);
}
