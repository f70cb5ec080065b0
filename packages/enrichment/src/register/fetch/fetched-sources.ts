/** Lists the resources of the register's API for each source, and the companies that may have them. */
import type { EditionOf } from '../../sources/index.js';
import type { RegisterResource } from '../../live/register/pages.js';

type Company = ReturnType<ReturnType<EditionOf<'companies'>['byNumbers']>['get']> & object;

interface FetchedSource {
  /** The resources that are asked for, in this order. */
  readonly resources: readonly [RegisterResource, ...RegisterResource[]];
  /** Tells whether a company of the edition in force may have what the source holds. */
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
  // An unknown count of charges may be above 0.
  charges: { resources: ['charges'], needs: ({ mortgages }) => mortgages.charges !== 0 },
  filings: { resources: ['filing-history', 'insolvency'], needs: everyCompany },
} as const satisfies Readonly<Record<string, FetchedSource>>;

export type FetchedSourceName = keyof typeof FETCHED_SOURCES;
// The keys of the constant are exactly the names.
export const FETCHED_SOURCE_NAMES = Object.keys(FETCHED_SOURCES) as FetchedSourceName[];

export const fetchedSource = (name: FetchedSourceName): FetchedSource => FETCHED_SOURCES[name];
