import { z } from 'zod';
import { isLive } from '../../sources/companies/company-status.js';
import {
  appointmentsOf,
  OFFICERS,
  type OfficerRecord,
  isInOffice,
  type BirthMonth,
} from '../../sources/officers/officer-record.js';
import { listHeldOn } from '../../sources/kit/records/held-on.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import { defineBlock } from '../runner/define-block.js';
import { count, int, isoDate, text } from '../runner/value-types.js';
import { newerList, readFrom, whyNotLive } from './newer-list.js';
import Big from 'big.js';
import { identityVerifications } from './identity-verification.js';
import { moneyOf } from '../runner/money.js';
import { ascending, atMost, cutLists, newestDayFirst } from '../runner/served-lists.js';

/** The maximum number of served items (Blocks 1.3). */
const MAX_SERVED = 500;
/** Roles that the law asks to verify (2026): no secretary, no manager, no partner of an LP (Blocks 6.1). */
const MUST_VERIFY = /^(?:nominee-)?director$|^llp-|^member-of-/;
/** Roles that run the company (Blocks 4.7). Limited partners don't (Limited Partnerships Act 1907 s6). */
const RUNS = new RegExp(`${MUST_VERIFY.source}|^general-partner-`);

const shown = (officer: OfficerRecord) => ({
  name: officer.name,
  role: officer.role,
  appointed_on: officer.appointed_on,
  nationality: officer.nationality,
  country_of_residence: officer.country_of_residence,
  occupation: officer.occupation,
  person_number: officer.person_number,
  person_key: officer.person_number?.slice(0, 8) ?? null,
  date_of_birth: officer.date_of_birth,
  is_corporate: officer.is_corporate,
});

const servedFormer = (officer: OfficerRecord) => ({ ...shown(officer), resigned_on: officer.resigned_on });

/** Compares officers: the newest first, officers without a day last, then by name. */
const newestBy =
  (day: (officer: OfficerRecord) => IsoDate | null) =>
  (a: OfficerRecord, b: OfficerRecord): number =>
    newestDayFirst(day(a), day(b)) || ascending(a.name, b.name);
const lastAppointed = newestBy(({ appointed_on }) => appointed_on);
const lastResigned = newestBy(({ resigned_on }) => resigned_on);

/** The age in whole years. The month of birth counts as past, since the day is not published. */
const ageAt = ({ month, year }: BirthMonth, day: IsoDate): number =>
  Number(day.slice(0, 4)) - year - (Number(day.slice(5, 7)) < month ? 1 : 0);

function agesOf(current: readonly OfficerRecord[], as_of: IsoDate) {
  const ages: number[] = [];
  for (const { role, is_corporate, date_of_birth } of current)
    if (!is_corporate && date_of_birth !== null && RUNS.test(role)) ages.push(ageAt(date_of_birth, as_of));
  if (ages.length === 0) return { average: null, youngest: null, oldest: null };
  const average = ages.reduce((sum, age) => sum + age, 0) / ages.length;
  return { average: Math.round(average * 10) / 10, youngest: Math.min(...ages), oldest: Math.max(...ages) };
}

/** The stated contributions of limited partners; none if nobody stated one. */
function contributionsOf(current: readonly OfficerRecord[]) {
  const contributions = current.flatMap(({ name, role, contribution }) => {
    if (contribution === undefined) return [];
    const { amount, currency, kinds } = contribution;
    const money = amount === null || currency === null ? null : moneyOf(new Big(amount), currency);
    return [{ name, role, amount: money, kinds: [...kinds] }];
  });
  return contributions.length === 0 ? {} : { contributions: atMost(MAX_SERVED, contributions) };
}

const officer = {
  name: text,
  role: text.describe("The register's own word."),
  appointed_on: isoDate.nullable(),
  nationality: text.nullable(),
  country_of_residence: text.nullable(),
  occupation: text.nullable(),
  person_number: text.nullable(),
  person_key: text.nullable().optional(),
  date_of_birth: z.strictObject({ month: int.min(1).max(12), year: int }).nullable(),
  is_corporate: z.boolean(),
};

const SOURCE = 'company_register_officers';

/** Charities, societies and chartered bodies have no officers on the register (Blocks 4.7). */
const WITHOUT_OFFICERS = /^(?:CE|CS|IP|SP|NP|RS|RC)/;
/** Only the register's list shows that a partnership has no partners: no bulk file has any (Blocks 6.3). */
const PARTNERSHIP = /^(?:LP|SL|NL)/;

/** The number of officers left out as suppressed, by list. */
type Suppressed = Readonly<Record<string, number>>;

/** The counts of a company that has ended, all of whose officers are former officers. */
const allFormer = ({ current = 0, former = 0 }: Suppressed): Suppressed =>
  current + former === 0 ? {} : { former: current + former };

interface HeldAppointments {
  readonly hasEnded: boolean;
  readonly officers: readonly OfficerRecord[];
  /** True if resigned officers are included. */
  readonly isWhole: boolean;
  readonly suppressed: Suppressed | undefined;
}

/** Counts as the register does: an ended company has no active officers, yet not all of them resigned. */
function answerOf<P extends { readonly as_of: IsoDate }>(
  { officers, isWhole, hasEnded, suppressed: counts = {} }: HeldAppointments,
  provenance: P,
) {
  const suppressed = hasEnded ? allFormer(counts) : counts;
  if (officers.length === 0) {
    const lists = cutLists({ current: 0, former: 0 }, MAX_SERVED, suppressed);
    const detail = Object.keys(lists).length > 0 && { detail: lists };
    return { status: 'not_found', reason: 'no_officers_on_file', ...provenance, ...detail } as const;
  }
  const current: OfficerRecord[] = [];
  const former: OfficerRecord[] = [];
  for (const officer of officers) (!hasEnded && isInOffice(officer) ? current : former).push(officer);
  current.sort(lastAppointed);
  former.sort(lastResigned);
  const value = {
    total: officers.length,
    active: current.length,
    resigned: officers.filter(({ resigned_on }) => resigned_on !== null).length,
    current: atMost(MAX_SERVED, current).map(shown),
    former: atMost(MAX_SERVED, former).map(servedFormer),
    ages: agesOf(current, provenance.as_of),
  };
  const roles = current.map(({ identity, is_corporate, role }) => ({
    identity,
    mustVerify: !is_corporate && MUST_VERIFY.test(role),
  }));
  const detail = {
    coverage: isWhole ? 'full' : 'current_only',
    ...identityVerifications(roles, provenance.as_of, MAX_SERVED),
    ...contributionsOf(current),
    ...cutLists({ current: current.length, former: former.length }, MAX_SERVED, suppressed),
  };
  return { status: 'available', value, ...provenance, detail } as const;
}

export default defineBlock({
  key: 'officers',
  tier: 'core',
  latency_class: 'register_live',
  description: 'Directors, secretaries and members, current and former, with month and year of birth only.',
  source: ['company_register_officers', 'cache'],
  coverage:
    'Companies, LLPs and overseas companies; limited partnerships where the register lists partners; not charities or chartered bodies.',
  needs: ['company'],
  uses: ['officers'],
  readings: ['register_answer'],
  reasons: ['no_officers_on_file', 'not_looked_up', 'register_unavailable', 'source_busy'],
  value: z.strictObject({
    total: count,
    active: count,
    resigned: count,
    current: z.array(z.strictObject(officer)),
    former: z.array(z.strictObject({ ...officer, resigned_on: isoDate.nullable() })),
    ages: z
      .strictObject({ average: z.number().nullable(), youngest: int.nullable(), oldest: int.nullable() })
      .describe('Whole years at as_of over active natural persons; the average to one decimal.'),
  }),
})(({ company: { record: company, as_of }, officers, readings }) => {
  if (officers === 'source_unavailable') return { status: 'not_found', reason: officers };
  const loaded = officers === 'not_available_yet' ? null : officers;
  const isUnread = company !== null && PARTNERSHIP.test(company.number) && loaded?.record == null;
  const heldTo = loaded === null || isUnread ? null : listHeldOn(loaded, 'officers');
  const live = company === null ? null : readings.register_answer(`${company.number}/officers`);
  const answer = company && live && newerList(OFFICERS, company.number, live, heldTo);
  const hasEnded = company !== null && !isLive(company);
  const items = answer?.items.map(({ data }) => data) ?? [];
  // A person is left out by the person number, so an answer without such numbers isn't shown.
  const mayShowSuppressed =
    loaded?.record?.suppressed !== undefined && items.some((officer) => officer.person_number === null);
  if (answer !== null && !mayShowSuppressed) {
    const { suppressed } = answer;
    return answerOf({ officers: items, isWhole: true, hasEnded, suppressed }, readFrom(answer, SOURCE));
  }
  if (loaded !== null && heldTo !== null) {
    const { items: onFile = [], whole, suppressed } = loaded.record ?? {};
    const isWhole = whole?.['officers'] !== undefined;
    const appointments = { officers: appointmentsOf(onFile), isWhole, hasEnded, suppressed };
    return answerOf(appointments, { source: SOURCE, as_of: heldTo, freshness: loaded.freshness } as const);
  }
  if (company === null || live === null) return { status: 'not_found', reason: 'no_officers_on_file' };
  if (WITHOUT_OFFICERS.test(company.number)) {
    return { status: 'not_found', reason: 'no_officers_on_file', source: 'company_register', as_of };
  }
  if (mayShowSuppressed) return { status: 'not_found', reason: 'not_looked_up' };
  if (live.status !== 'not_read') return { status: 'pending' };
  return {
    status: 'not_found',
    reason: whyNotLive(live.reason, loaded === null ? 'not_available_yet' : 'not_looked_up'),
  };
});
