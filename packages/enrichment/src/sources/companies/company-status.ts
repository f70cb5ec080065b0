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
  /** Other texts that files print for the status, in capitals. */
  readonly printed?: readonly string[];
}

const STRIKE_OFF = 'ACTIVE - PROPOSAL TO STRIKE OFF';
/** The only detail that changes an active status. Other details name a conversion or a petition. */
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

/** Reads a printed status or a key; `key` null: unknown. Remembered: the file has a few dozen texts. */
const statusOfText = memoize(1_000, (status) => {
  const printed = status.trim().toUpperCase();
  return {
    key: isKey(status) ? status : (PRINTED.get(printed) ?? null),
    strikeOff: printed === STRIKE_OFF,
  };
});

/**
 * The register's key of the status, from a printed text or a key; null: unknown. The day of dissolution
 * decides only if the register gives no status, because a restored or converted company keeps the day on
 * which it ended before.
 */
export function companyStatus({ status, dissolved_on }: CompanyRecord): CompanyStatus | null {
  if (status === null) return dissolved_on === null ? null : 'dissolved';
  return statusOfText(status).key;
}

export const statusGroup = (status: CompanyStatus): StatusGroup => STATUSES[status].group;

/** The register's key beside the status, such as `active-proposal-to-strike-off`. */
export function statusDetail({ status, profile }: CompanyRecord): string | null {
  if (profile !== null) return profile.status_detail;
  return statusOfText(status ?? '').strikeOff ? STRIKE_OFF_KEY : null;
}

/** The register's words for a company in distress, closed or about to be struck off; null: none of these. */
export function graveStatus(record: CompanyRecord): string | null {
  const status = companyStatus(record);
  if (statusDetail(record) === STRIKE_OFF_KEY) return STRIKE_OFF_WORDS;
  if (status === null || STATUSES[status].group === 'active') return null;
  // The printed text says more than the key, such as the kind of receiver.
  const printed = record.status?.trim() ?? '';
  return PRINTED.get(printed.toUpperCase()) === status && !isKey(printed) ? printed : STATUSES[status].words;
}

/** A company is live unless it is dissolved, closed, removed or converted (Contract 2.13), or if unknown. */
export function isLive(record: CompanyRecord): boolean {
  const status = companyStatus(record);
  return status === null || STATUSES[status].group !== 'closed';
}
