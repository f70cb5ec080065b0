/** Finds the websites that public records name for a company. They aren't confirmed as its own. */
import { likenessOf } from '../../../../words/src/names/name-likeness.js';
import { notOwnSite, type NotOwnSite } from '../../../../words/src/hosts/not-own-sites.js';
import { hostOf } from '../../../../words/src/hosts/website-host.js';
import { everyName, type CompanyRecord } from '../companies/company-record.js';
import { ORGANISATION, type NoticeRecord } from '../contracts/notice-record.js';
import type { GrantRecord } from '../grants/grant-record.js';
import type { PayGapRecord } from '../pay-gap/pay-gap-record.js';
import type { RecordEdition } from '../kit/records/record-edition.js';
import type { Records } from '../kit/records/record.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import type { EditionOf } from '../index.js';
import { defineFact } from './define-fact.js';
import { grantsGiven } from './grants.fact.js';

export interface WebsiteRecord {
  /** The host in lower case and punycode, without `www.`. */
  readonly host: string;
  readonly source: 'pay_gap_register' | 'contract_notices' | 'grants_register';
  /** The URL as published; null: only the host is kept. */
  readonly url: string | null;
  readonly seen_on: IsoDate;
  /** The kind of a shared host, such as a social network; null: it may be the company's own. */
  readonly not_own: NotOwnSite | null;
}

type NamedRecord = Omit<WebsiteRecord, 'host' | 'not_own'> & { readonly named: string | null };

function recordOf({ named, ...record }: NamedRecord): WebsiteRecord[] {
  const host = named === null ? null : hostOf(named);
  return host === null ? [] : [{ host, ...record, not_own: notOwnSite(host) }];
}

const ofPayGap = (records: Records<PayGapRecord> | undefined): NamedRecord[] =>
  (records?.items ?? []).map(({ data: { link, submitted_on, due_on } }) => ({
    named: link,
    source: 'pay_gap_register',
    url: link,
    seen_on: submitted_on ?? due_on,
  }));

const ofGrants = (records: Records<GrantRecord> | undefined): NamedRecord[] =>
  (records?.items ?? []).map(({ data: { website, awarded_on } }) => ({
    named: website,
    source: 'grants_register',
    url: website,
    seen_on: awarded_on,
  }));

/** The websites in a notice whose name fits the company: the number may be mistyped. */
function ofNotice({ data }: { readonly data: NoticeRecord }, company: CompanyRecord): NamedRecord[] {
  const names = everyName(company);
  return data.websites
    .filter(({ number, name }) => number === company.number && likenessOf(name ?? '', names) !== 'other')
    .map(({ website }) => ({
      named: website,
      source: 'contract_notices',
      url: null,
      seen_on: data.released_on,
    }));
}

/** The notices that name these companies. */
function noticesOf(
  numbers: Iterable<string>,
  contracts: RecordEdition<NoticeRecord> | null,
): ReadonlyMap<string, readonly { readonly data: NoticeRecord }[]> {
  const subjects = contracts?.subjectsUnder(ORGANISATION, numbers) ?? new Map<string, string[]>();
  const records = contracts?.byNumbers([...subjects.values()].flat());
  return new Map(
    [...subjects].map(([number, ids]) => [
      number,
      ids.flatMap((subject) => records?.get(subject)?.items ?? []),
    ]),
  );
}

/** Lists each host once for each source, as last seen there, the newest first. */
function lastSeen(records: readonly WebsiteRecord[]): WebsiteRecord[] {
  const last = new Map<string, WebsiteRecord>();
  for (const record of records) {
    const name = `${record.source} ${record.host}`;
    if (record.seen_on >= (last.get(name)?.seen_on ?? '')) last.set(name, record);
  }
  return [...last]
    .sort(([a, { seen_on: left }], [b, { seen_on: right }]) =>
      left === right ? (a < b ? -1 : 1) : left < right ? 1 : -1,
    )
    .map(([, record]) => record);
}

type Evidence = 'pay_gap' | 'contracts' | 'grants';

/** The websites by company number; companies without websites are left out. @throws SqliteFileError */
export function websitesNamed(
  companies: ReadonlyMap<string, CompanyRecord>,
  {
    pay_gap,
    contracts,
    grants,
    companies: bearersOf = null,
  }: { readonly [S in Evidence]: EditionOf<S> | null } & {
    readonly companies?: EditionOf<'companies'> | null;
  },
): ReadonlyMap<string, readonly WebsiteRecord[]> {
  const reports = pay_gap?.byNumbers(companies.keys());
  const awards = grantsGiven(companies, grants, { bearersOf });
  const notices = noticesOf(companies.keys(), contracts);
  const recordsByNumber = new Map<string, readonly WebsiteRecord[]>();
  // Most companies are named nowhere.
  const named = new Set([...(reports?.keys() ?? []), ...awards.keys(), ...notices.keys()]);
  for (const number of named) {
    const company = companies.get(number);
    if (company === undefined) continue;
    const namedRecords = [
      ...ofPayGap(reports?.get(number)),
      ...ofGrants(awards.get(number)),
      ...(notices.get(number) ?? []).flatMap((notice) => ofNotice(notice, company)),
    ];
    const records = lastSeen(namedRecords.flatMap(recordOf));
    if (records.length > 0) recordsByNumber.set(number, records);
  }
  return recordsByNumber;
}

export const websiteRecords = defineFact({
  name: 'website_records',
  // Every fact needs a dated source. Each record has the day of its own source.
  source: 'companies',
  also: ['pay_gap', 'contracts', 'grants'],
  needs: ['company'],
  join: (_numbers, { facts, editions }) => websitesNamed(facts.company, editions),
});
