/** Makes the value of the officers block from the appointments on file. */
import Big from 'big.js';
import { isInOffice, type BirthMonth, type OfficerRecord } from '../../sources/officers/officer-record.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import { identityVerifications } from './identity-verification.js';
import { moneyOf } from '../runner/money.js';
import { ascending, atMost, cutLists, newestDayFirst } from '../runner/served-lists.js';

/** Blocks 1.3. */
const MAX_SERVED = 500;
/** Roles that the law asks to verify (2026): no secretary, manager or limited partner (Blocks 6.1). */
const VERIFIES = /^(?:nominee-)?director$|^llp-|^member-of-/;
/** Roles that run the company (Blocks 4.7). Limited partners don't (Limited Partnerships Act 1907 s6). */
const RUNS = new RegExp(`${VERIFIES.source}|^general-partner-`);

const served = (officer: OfficerRecord) => ({
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

const servedFormer = (officer: OfficerRecord) => ({ ...served(officer), resigned_on: officer.resigned_on });

/** Compares officers: the newest first, officers without a day last, then by name. */
const newest =
  (day: (officer: OfficerRecord) => IsoDate | null) =>
  (a: OfficerRecord, b: OfficerRecord): number =>
    newestDayFirst(day(a), day(b)) || ascending(a.name, b.name);
const lastAppointed = newest(({ appointed_on }) => appointed_on);
const lastResigned = newest(({ resigned_on }) => resigned_on);

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

/** The number of officers left out as suppressed, by list. */
type Suppressed = Readonly<Record<string, number>>;

/** `detail.lists` of these officers. */
const listsOf = (current: number, former: number, suppressed: Suppressed) =>
  cutLists({ current, former }, MAX_SERVED, suppressed);

/** The counts of a company that has ended: all its officers are former ones. */
export const allFormer = ({ current = 0, former = 0 }: Suppressed): Suppressed =>
  current + former === 0 ? {} : { former: current + former };

/** `detail` where nobody is shown because everybody is suppressed. */
export function nobody(suppressed: Suppressed) {
  const lists = listsOf(0, 0, suppressed);
  return Object.keys(lists).length > 0 ? { detail: lists } : {};
}

/** Counts as the register does: an ended company has no active officers, yet not all of them resigned. */
export function officerList(
  officers: readonly OfficerRecord[],
  as_of: IsoDate,
  { hasEnded, suppressed }: { readonly hasEnded: boolean; readonly suppressed: Suppressed },
) {
  const current: OfficerRecord[] = [];
  const former: OfficerRecord[] = [];
  for (const officer of officers) (!hasEnded && isInOffice(officer) ? current : former).push(officer);
  current.sort(lastAppointed);
  former.sort(lastResigned);
  return {
    value: {
      total: officers.length,
      active: current.length,
      resigned: officers.filter(({ resigned_on }) => resigned_on !== null).length,
      current: atMost(MAX_SERVED, current).map(served),
      former: atMost(MAX_SERVED, former).map(servedFormer),
      ages: agesOf(current, as_of),
    },
    verification: identityVerifications(
      current.map((officer) => ({
        identity: officer.identity,
        isReached: !officer.is_corporate && VERIFIES.test(officer.role),
      })),
      as_of,
      MAX_SERVED,
    ),
    contributions: contributionsOf(current),
    cut: listsOf(current.length, former.length, suppressed),
  };
}
