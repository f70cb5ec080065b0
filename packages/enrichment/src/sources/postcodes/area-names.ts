/** Names the directories' codes of areas (Office for National Statistics, OGL v3.0). */
import names from './area-names.json';

const REGIONS: Readonly<Record<string, string>> = names.regions;

const COUNTRIES: Readonly<Record<string, string>> = names.countries;

/** The name of a region; null for an unknown code. Only England has regions. */
export const regionName = (code: string): string | null => REGIONS[code] ?? null;
export const countryName = (code: string): string | null => COUNTRIES[code] ?? null;
