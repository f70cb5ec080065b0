/** Maps the statuses that files print to the register's keys and words (API enumerations, OGL v3.0). */
import { memoize } from '../../../../words/src/memoize.js';
import type { CompanyRecord } from './company-record.js';
import statuses from './company-statuses.json';

export const STATUS_GROUPS = ['active', 'distressed', 'closed'] as const;
export type StatusGroup = (typeof STATUS_GROUPS)[number];

interface Status {
  readonly group: StatusGroup;
  /** The register's words, which files print too. */
  readonly words: string;
  /** Other texts that files print, in capitals, because they are not consistent. */
  readonly printed?: readonly string[];
}

const STRIKE_OFF = 'ACTIVE - PROPOSAL TO STRIKE OFF';
/** The one detail that changes an active status. Other details name a conversion or a petition. */
export const STRIKE_OFF_KEY = 'active-proposal-to-strike-off';
const STRIKE_OFF_WORDS = 'Active proposal to strike off';

export type CompanyStatus = keyof typeof statuses;
const STATUSES = statuses as Readonly<Record<CompanyStatus, Status>>;
export const COMPANY_STATUSES = Object.keys(STATUSES) as readonly CompanyStatus[];

const PRINTED: ReadonlyMap<string, CompanyStatus> = new Map(
  COMPANY_STATUSES.flatMap((key) => {
    const { words, printed = [] } = STATUSES[key];
    return [words.toUpperCase(), ...printed].map((text) => [text, key] as const);
  }),
);

const isKey = (status: string): status is CompanyStatus => Object.hasOwn(STATUSES, status);

/** `key` null: the status is unheard of. A few dozen texts stand for millions of companies. */
const knownStatus = memoize(1_000, (status) => {
  const printed = status.trim().toUpperCase();
  return {
    key: isKey(status) ? status : (PRINTED.get(printed) ?? null),
    strikeOff: printed === STRIKE_OFF,
  };
});

/**
 * The register's word, be it printed in a file or given as its key; null where it is unheard of. It is what
 * the register says now: a restored or converted company keeps the day on which it ended before. That day
 * decides only where the register gives no status.
 */
export function companyStatus({ status, dissolved_on }: CompanyRecord): CompanyStatus | null {
  if (status === null) return dissolved_on === null ? null : 'dissolved';
  return knownStatus(status).key;
}

export const statusGroup = (status: CompanyStatus): StatusGroup => STATUSES[status].group;

/** The register's key beside the status, such as `active-proposal-to-strike-off`. */
export function statusDetail({ status, profile }: CompanyRecord): string | null {
  if (profile !== null) return profile.status_detail;
  return knownStatus(status ?? '').strikeOff ? STRIKE_OFF_KEY : null;
}

/** The register's words for a company in distress, closed or about to be struck off; null for another. */
export function graveStatus(record: CompanyRecord): string | null {
  const status = companyStatus(record);
  if (statusDetail(record) === STRIKE_OFF_KEY) return STRIKE_OFF_WORDS;
  if (status === null || STATUSES[status].group === 'active') return null;
  // What a file prints says more than its key: which receiver, and over what.
  const printed = record.status?.trim() ?? '';
  return PRINTED.get(printed.toUpperCase()) === status && !isKey(printed) ? printed : STATUSES[status].words;
}

/** Not dissolved, closed, removed or converted (Contract 2.13). An unknown status counts as live. */
export function isLive(record: CompanyRecord): boolean {
  const status = companyStatus(record);
  return status === null || STATUSES[status].group !== 'closed';
}
