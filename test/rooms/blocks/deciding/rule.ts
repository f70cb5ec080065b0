/** How the tables say what decides an answer: which source an envelope names, and whose day it bears. */
import type { BlockKey } from '../../../../packages/contract/src/block-key.js';
import type { SourceName } from '../../../../packages/enrichment/src/sources/index.js';

/** Whose day an answer bears. */
export type Day =
  /** Of that edition. */
  | { readonly edition: SourceName }
  /** The oldest of those of these editions that are in force and tell of the company. */
  | {
      readonly oldest: readonly SourceName[];
      /** And of the answer of that block, if that source tells of the company. */
      readonly andOf?: BlockKey;
      readonly ifTold?: SourceName;
    }
  /** The newest of them (Blocks 4.10). */
  | { readonly newest: readonly SourceName[] }
  /** Of another block's answer in the same row. */
  | { readonly told: BlockKey }
  /**
   * The oldest of these blocks of the row that have nothing; of all of them, if so many have a value all the
   * same. Where none looked anything up, of the file of companies.
   */
  | { readonly absent: readonly BlockKey[]; readonly enough?: number }
  /**
   * The oldest of the inputs that the answer names, but for the directory of postcodes; of a summary the
   * blocks it names.
   */
  | 'inputs'
  /** Of what was filed, awarded or read itself: the day of no edition. */
  | 'item';

export interface Rule {
  readonly sources: readonly string[];
  readonly day: Day;
  readonly why: string;
}

/** It looked nothing up, so that nothing decided it. */
export const UNDATED = 'undated';
/** Several where the same answer may come about in several ways. */
export type Outcome = Rule | typeof UNDATED | readonly (Rule | typeof UNDATED)[];

export const of = (sources: string | readonly string[], day: Day, why: string): Rule => ({
  sources: [sources].flat(),
  day,
  why,
});
export const inEdition = (source: string, edition: SourceName, why: string): Rule =>
  of(source, { edition }, why);
export const computed = (day: Day, why: string): Rule => of('service_model', day, why);

export const register = (why: string): Rule => inEdition('company_register', 'companies', why);
export const control = (why: string): Rule => inEdition('company_register_psc', 'psc', why);
export const land = (why: string): Rule => inEdition('land_registry', 'property', why);
export const plans = (why: string): Rule => inEdition('planning_register', 'planning', why);
export const ranking = (why: string): Rule => inEdition('site_ranking', 'site_ranking', why);
export const accountsEdition = (why: string): Rule => inEdition('company_register_accounts', 'accounts', why);
export const document = (why: string): Rule => of('company_register_accounts', 'item', why);
export const crawl = (why: string): Rule => of(['own_website', 'cache'], 'item', why);
export const live = (why: string): Rule => of('company_register_accounts', 'item', why);

/** The outcomes of some blocks. */
export type Deciders<K extends BlockKey> = Readonly<Record<K, Readonly<Record<string, Outcome>>>>;

/** Any block may give these; nothing was looked up (Blocks 1.12). */
export const ANY_UNDATED: readonly string[] = [
  'not_available_yet',
  'source_unavailable',
  'error',
  'no_entitlement',
];
