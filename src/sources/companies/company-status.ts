/**
 * Statuses as the published file prints them, and the register's own words for them (its API enumerations, Companies
 * House, Open Government Licence v3.0).
 */
import { remembered } from '../../shared/remembered.js';
import type { CompanyRecord } from './company-record.js';

export const COMPANY_STATUSES = [
  'active',
  'dissolved',
  'liquidation',
  'receivership',
  'converted-closed',
  'voluntary-arrangement',
  'insolvency-proceedings',
  'administration',
  'open',
  'closed',
  'registered',
  'removed',
] as const;
export type CompanyStatus = (typeof COMPANY_STATUSES)[number];

export const STATUS_GROUPS = ['active', 'distressed', 'closed'] as const;
export type StatusGroup = (typeof STATUS_GROUPS)[number];

const GROUPS: Readonly<Record<CompanyStatus, StatusGroup>> = {
  active: 'active',
  open: 'active',
  registered: 'active',
  liquidation: 'distressed',
  receivership: 'distressed',
  'voluntary-arrangement': 'distressed',
  'insolvency-proceedings': 'distressed',
  administration: 'distressed',
  dissolved: 'closed',
  'converted-closed': 'closed',
  closed: 'closed',
  removed: 'closed',
};

/** In capitals, because the file is not consistent. */
const PRINTED: Readonly<Record<string, CompanyStatus>> = {
  ACTIVE: 'active',
  'ACTIVE - PROPOSAL TO STRIKE OFF': 'active',
  LIQUIDATION: 'liquidation',
  'IN ADMINISTRATION': 'administration',
  'ADMINISTRATION ORDER': 'administration',
  'IN ADMINISTRATION/ADMINISTRATIVE RECEIVER': 'administration',
  'IN ADMINISTRATION/RECEIVER MANAGER': 'administration',
  'LIVE BUT RECEIVER MANAGER ON AT LEAST ONE CHARGE': 'receivership',
  RECEIVERSHIP: 'receivership',
  'RECEIVER ACTION': 'receivership',
  'ADMINISTRATIVE RECEIVER': 'receivership',
  'RECEIVER MANAGER': 'receivership',
  'RECEIVER MANAGER / ADMINISTRATIVE RECEIVER': 'receivership',
  'VOLUNTARY ARRANGEMENT': 'voluntary-arrangement',
  'VOLUNTARY ARRANGEMENT / ADMINISTRATIVE RECEIVER': 'voluntary-arrangement',
  'VOLUNTARY ARRANGEMENT / RECEIVER MANAGER': 'voluntary-arrangement',
  'INSOLVENCY PROCEEDINGS': 'insolvency-proceedings',
  OPEN: 'open',
  CLOSED: 'closed',
  REGISTERED: 'registered',
  REMOVED: 'removed',
  DISSOLVED: 'dissolved',
  'CONVERTED / CLOSED': 'converted-closed',
  'CONVERTED/CLOSED': 'converted-closed',
};
const STRIKE_OFF = 'ACTIVE - PROPOSAL TO STRIKE OFF';
const STRIKE_OFF_KEY = 'active-proposal-to-strike-off';

const isKey = (status: string): status is CompanyStatus =>
  (COMPANY_STATUSES as readonly string[]).includes(status);

interface KnownStatus {
  /** Null where it is unheard of. */
  readonly key: CompanyStatus | null;
  readonly strikeOff: boolean;
}

/** A few dozen stand for millions of companies. */
const knownStatus = remembered(1_000, (status): KnownStatus => {
  const printed = status.trim().toUpperCase();
  return {
    key: isKey(status) ? status : (PRINTED[printed] ?? null),
    strikeOff: printed === STRIKE_OFF,
  };
});

/** The register's word, be it printed in a file or given as its key; null where it is unheard of. */
export function companyStatus({ status, dissolved_on }: CompanyRecord): CompanyStatus | null {
  const known = knownStatus(status ?? '').key;
  // A day on which the company ended can also be that of its conversion or removal.
  const hasEnded = known !== null && GROUPS[known] === 'closed';
  return dissolved_on !== null && !hasEnded ? 'dissolved' : known;
}

export const statusGroup = (status: CompanyStatus): StatusGroup => GROUPS[status];

/** What the register says beside the status: its key, such as `active-proposal-to-strike-off`. */
export function statusDetail({ status, profile }: CompanyRecord): string | null {
  if (profile !== null) return profile.status_detail;
  return knownStatus(status ?? '').strikeOff ? STRIKE_OFF_KEY : null;
}

/** The register's words for the keys that its API gives in place of them. */
const WORDS: Readonly<Record<CompanyStatus, string>> = {
  active: 'Active',
  dissolved: 'Dissolved',
  liquidation: 'Liquidation',
  receivership: 'Receiver Action',
  'converted-closed': 'Converted / Closed',
  'voluntary-arrangement': 'Voluntary Arrangement',
  'insolvency-proceedings': 'Insolvency Proceedings',
  administration: 'In Administration',
  open: 'Open',
  closed: 'Closed',
  registered: 'Registered',
  removed: 'Removed',
};
const STRIKE_OFF_WORDS = 'Active proposal to strike off';

/**
 * The status in the register's words where it says that the company is in distress, closed or about to be struck off;
 * null where it says no such thing.
 */
export function graveStatus(record: CompanyRecord): string | null {
  const status = companyStatus(record);
  if (statusDetail(record) === STRIKE_OFF_KEY) return STRIKE_OFF_WORDS;
  if (status === null || GROUPS[status] === 'active') return null;
  // What a file prints says more than its key: which receiver, and over what.
  const printed = record.status?.trim() ?? '';
  return PRINTED[printed.toUpperCase()] === status && !isKey(printed) ? printed : WORDS[status];
}

/**
 * Not dissolved, closed, removed or converted (Contract 2.13). An unheard-of status in a file of live
 * companies is live.
 */
export function isLive(record: CompanyRecord): boolean {
  const status = companyStatus(record);
  return status === null || GROUPS[status] !== 'closed';
}
