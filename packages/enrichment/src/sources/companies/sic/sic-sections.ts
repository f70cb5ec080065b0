/**
 * Sections of the Standard Industrial Classification 2007 (Office for National Statistics, Open Government
 * Licence v3.0).
 */
import { isGenericSic, type SicCode } from './sic-codes.js';

export interface SicSection {
  /** The letter, A to U. */
  readonly code: string;
  readonly name: string;
}

/** The last division of each section, its letter and its name. */
const SECTIONS: readonly (readonly [lastDivision: number, code: string, name: string])[] = [
  [3, 'A', 'Agriculture, forestry and fishing'],
  [9, 'B', 'Mining and quarrying'],
  [33, 'C', 'Manufacturing'],
  [35, 'D', 'Electricity, gas, steam and air conditioning supply'],
  [39, 'E', 'Water supply; sewerage, waste management and remediation activities'],
  [43, 'F', 'Construction'],
  [47, 'G', 'Wholesale and retail trade; repair of motor vehicles and motorcycles'],
  [53, 'H', 'Transportation and storage'],
  [56, 'I', 'Accommodation and food service activities'],
  [63, 'J', 'Information and communication'],
  [66, 'K', 'Financial and insurance activities'],
  [68, 'L', 'Real estate activities'],
  [75, 'M', 'Professional, scientific and technical activities'],
  [82, 'N', 'Administrative and support service activities'],
  [84, 'O', 'Public administration and defence; compulsory social security'],
  [85, 'P', 'Education'],
  [88, 'Q', 'Human health and social work activities'],
  [93, 'R', 'Arts, entertainment and recreation'],
  [96, 'S', 'Other service activities'],
  [
    98,
    'T',
    'Activities of households as employers; undifferentiated goods- and services-producing activities of households for own use',
  ],
  [99, 'U', 'Activities of extraterritorial organisations and bodies'],
];

/**
 * The register's own codes for a dormant and a non-trading company. Their divisions (embassies and
 * scientists) don't fit such a company.
 */
const NO_TRADE = new Set(['99999', '74990']);

/** The section; null for a code of 2003 and for a code that names no trade. */
export function sicSection({ code, scheme }: Pick<SicCode, 'code' | 'scheme'>): SicSection | null {
  if (scheme !== 'uk_sic_2007' || NO_TRADE.has(code)) return null;
  const division = Number(code.slice(0, 2));
  const section = division === 0 ? undefined : SECTIONS.find(([last]) => division <= last);
  return section === undefined ? null : { code: section[1], name: section[2] };
}

/** The filed code that names the trade: the first that is not generic, else the first. */
export const tellingSic = <T extends SicCode>(codes: readonly T[]): T | undefined =>
  codes.find((code) => !isGenericSic(code)) ?? codes[0];
