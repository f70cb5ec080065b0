/** Finds the people of a company: officers in office, and people whom its site names with their role. */
import { personName, type PersonName } from '../../../../../words/src/names/person-name.js';
import type { ContactRole } from '../../../../../contract/src/options.js';
import type { SiteReading, PageKind } from '../../../sites/site-reading.js';
import { appointmentsOf, isInOffice, type OfficerRecord } from '../../../sources/officers/officer-record.js';
import type { Records } from '../../../sources/kit/records/record.js';
import type { SourceFact, WhyMissing } from '../../runner/facts.js';
import { ascending, newestDayFirst } from '../../runner/served-lists.js';

interface SitePerson {
  readonly name: string;
  /** The role as printed. */
  readonly role: string;
  readonly page_url: string;
}

const PAGES_OF_PEOPLE: ReadonlySet<PageKind> = new Set(['team', 'about', 'contact']);
const NAME =
  /^(?:(?:Mr|Mrs|Ms|Miss|Dr|Prof)\.? )?(\p{Lu}[\p{L}'’-]+(?: \p{Lu}\.?)?(?: \p{Lu}[\p{L}'’-]+){1,2})$/u;
const ROLE =
  /\b(?:director|manager|owner|founder|proprietor|partner|chief|ceo|cfo|coo|cto|chair(?:man|woman)?|head of|secretary|accountant|solicitor|president|principal|bookkeeper|administrator|coordinator|lead|cyfarwyddwr|rheolwr)\b/i;
/** Words of headings that have the form of names. */
const NO_NAME =
  /\b(?:our|the|team|us|contact|about|director|manager|meet|get|read|view|company|services?|office|opening|customer|managing|sales|head|privacy|terms|limited|ltd|road|street|house|park)\b/i;
const LONGEST_ROLE = 60;
const MAX_PEOPLE = 100;

/** The people whom a site names, each once: a name that stands alone, and a role in the line behind it. */
function peopleNamed({ pages }: Pick<SiteReading, 'pages'>): SitePerson[] {
  const peopleByName = new Map<string, SitePerson>();
  for (const { url, kind, text } of pages) {
    if (!PAGES_OF_PEOPLE.has(kind)) continue;
    const runs = text.filter(({ region }) => region === 'main').map((run) => run.text);
    for (const [at, run] of runs.entries()) {
      const [, name] = run.length > 60 ? [] : (NAME.exec(run) ?? []);
      const role = runs[at + 1] ?? '';
      if (name === undefined || NO_NAME.test(name) || role.length > LONGEST_ROLE || !ROLE.test(role))
        continue;
      if (!peopleByName.has(name) && peopleByName.size < MAX_PEOPLE)
        peopleByName.set(name, { name, role, page_url: url });
    }
  }
  return [...peopleByName.values()];
}

export interface ContactPerson {
  readonly name: string;
  readonly role: string;
  readonly role_group: ContactRole | 'other';
  readonly person_key: string | null;
  readonly found_in: ('officers' | 'website')[];
  readonly nameParts: PersonName;
  readonly appointed_on: string | null;
}

/** Roles of people by their titles; the first that fits counts. */
const ROLE_GROUPS: readonly (readonly [ContactRole, RegExp])[] = [
  [
    'finance',
    /\b(?:finance|financial|cfo|accountant|accounts|accounting|bookkeeper|treasurer|chartered accountant)\b/i,
  ],
  [
    'operations',
    /\b(?:operations?|coo|production|logistics|transport|works|site|plant|factory) ?(?:director|manager|officer|lead|head)?\b/i,
  ],
  ['owner', /\b(?:owner|founder|proprietor|managing partner|sole trader)\b/i],
  [
    'director',
    /\b(?:director|managing|ceo|chief executive|chair(?:man|woman)?|president|partner|principal|llp-|member-of|cyfarwyddwr)\b/i,
  ],
];

const groupOf = (...titles: readonly (string | null)[]): ContactPerson['role_group'] =>
  titles
    .flatMap((title) => ROLE_GROUPS.find(([, words]) => title !== null && words.test(title))?.[0] ?? [])
    .at(0) ?? 'other';

/** The occupation; null for a trade such as `Company Director`, which only repeats the role. */
const usefulOccupation = (occupation: string | null): string | null =>
  occupation !== null &&
  /\b(?:finance|financial|accountant|operations?|cfo|coo|owner|founder)\b/i.test(occupation)
    ? occupation
    : null;

const isPersonInOffice = (officer: OfficerRecord): boolean => !officer.is_corporate && isInOffice(officer);

const isSame = (a: PersonName, b: PersonName): boolean =>
  a.surname === b.surname && a.forename === b.forename;

function officerContacts(officer: OfficerRecord, printed: readonly SitePerson[]): ContactPerson[] {
  const nameParts = isPersonInOffice(officer) ? personName(officer.name) : null;
  if (nameParts === null) return [];
  const onSite = printed.find(({ name }) => {
    const other = personName(name);
    return other !== null && isSame(other, nameParts);
  });
  return [
    {
      name: officer.name,
      role: officer.role,
      role_group: groupOf(onSite?.role ?? null, usefulOccupation(officer.occupation), officer.role),
      person_key: officer.person_number?.slice(0, 8) ?? null,
      found_in: onSite === undefined ? ['officers'] : ['officers', 'website'],
      nameParts,
      appointed_on: officer.appointed_on,
    },
  ];
}

function siteContacts({ name, role }: SitePerson): ContactPerson[] {
  const nameParts = personName(name);
  if (nameParts === null) return [];
  return [
    {
      name,
      role,
      role_group: groupOf(role),
      person_key: null,
      found_in: ['website'],
      nameParts,
      appointed_on: null,
    },
  ];
}

/** Lists each person once: a director who is secretary too stands there as director. */
function withoutRepeats(people: readonly ContactPerson[]): ContactPerson[] {
  const uniquePeople: ContactPerson[] = [];
  for (const person of people)
    if (!uniquePeople.some(({ nameParts }) => isSame(nameParts, person.nameParts))) uniquePeople.push(person);
  return uniquePeople;
}

type Officers = SourceFact<Records<OfficerRecord>> | WhyMissing;

/** The officers on file. Null: there are none, or one is suppressed and can't be identified. */
const usableOfficers = (officers: Officers): Records<OfficerRecord> | null =>
  typeof officers === 'string' || officers.record?.doubted !== undefined ? null : officers.record;

/** Tells whether the officers in office include one who is shown. */
export const hasPeople = (officers: Officers): boolean =>
  appointmentsOf(usableOfficers(officers)?.items ?? []).some(
    (officer) => isPersonInOffice(officer) && personName(officer.name) !== null,
  );

/** The people in the requested order, by role and newest appointment, and the number of suppressed ones. */
export function peopleOf(officers: Officers, site: SiteReading, roles: readonly ContactRole[]) {
  const officerRecords = usableOfficers(officers);
  const suppressed = officerRecords?.suppressed?.['current'] ?? 0;
  const printed = peopleNamed(site);
  const onRegister = appointmentsOf(officerRecords?.items ?? []).flatMap((officer) =>
    officerContacts(officer, printed),
  );
  // People are suppressed by person number, which a page doesn't print: its names are then left out.
  const onSite = officerRecords?.suppressed === undefined ? printed.flatMap(siteContacts) : [];
  const rankOf = ({ role_group }: ContactPerson): number => {
    const at = roles.findIndex((role) => role === role_group);
    return at < 0 ? roles.length : at;
  };
  const people = [...onRegister, ...onSite].sort(
    (a, b) =>
      rankOf(a) - rankOf(b) ||
      newestDayFirst(a.appointed_on, b.appointed_on) ||
      ascending(a.name, b.name) ||
      ascending(a.role, b.role),
  );
  return { people: withoutRepeats(people), suppressed };
}
