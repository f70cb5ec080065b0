/** Which resources of the register's API make up a source, and which companies have any. */
import type { RegisterResource } from '../../../live/register/resources.js';
import type { EditionOf } from '../../../sources/index.js';

type Company = ReturnType<ReturnType<EditionOf<'companies'>['byNumbers']>['get']> & object;

interface FetchedSource {
  /** Asked of each company in this order. */
  readonly resources: readonly [RegisterResource, ...RegisterResource[]];
  /** Whether a company of the edition in force may have what the source holds. */
  readonly needs: (company: Company) => boolean;
}

const everyCompany = (): boolean => true;

export const FETCHED_SOURCES = {
  companies: { resources: ['company-profile'], needs: everyCompany },
  psc: {
    resources: [
      'persons-with-significant-control',
      'persons-with-significant-control-statements',
      'exemptions',
    ],
    needs: everyCompany,
  },
  officers: { resources: ['officers'], needs: everyCompany },
  // An unknown count may be any.
  charges: { resources: ['charges'], needs: ({ mortgages }) => mortgages.charges !== 0 },
  filings: { resources: ['filing-history', 'insolvency'], needs: everyCompany },
} as const satisfies Readonly<Record<string, FetchedSource>>;

export type FetchedSourceName = keyof typeof FETCHED_SOURCES;
// Its keys are the names.
export const FETCHED_SOURCE_NAMES = Object.keys(FETCHED_SOURCES) as FetchedSourceName[];

export const fetchedSource = (name: FetchedSourceName): FetchedSource => FETCHED_SOURCES[name];
