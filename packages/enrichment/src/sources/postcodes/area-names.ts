/**
 * Names of the codes that the directories use (Office for National Statistics, Open Government Licence v3.0).
 */

const REGIONS: Readonly<Record<string, string>> = {
  E12000001: 'North East',
  E12000002: 'North West',
  E12000003: 'Yorkshire and The Humber',
  E12000004: 'East Midlands',
  E12000005: 'West Midlands',
  E12000006: 'East of England',
  E12000007: 'London',
  E12000008: 'South East',
  E12000009: 'South West',
};

const COUNTRIES: Readonly<Record<string, string>> = {
  E92000001: 'England',
  N92000002: 'Northern Ireland',
  S92000003: 'Scotland',
  W92000004: 'Wales',
  L93000001: 'Channel Islands',
  M83000003: 'Isle of Man',
};

/** The name of a region; null for an unknown code. Only England has regions. */
export const regionName = (code: string): string | null => REGIONS[code] ?? null;
export const countryName = (code: string): string | null => COUNTRIES[code] ?? null;
