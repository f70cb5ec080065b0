/** Lists every published source that this version can import. A new source is a folder and a line here. */
import { accounts } from './accounts/accounts.source.js';
import { charges } from './charges/charges.source.js';
import { cohorts } from './cohorts/cohorts.source.js';
import { companies } from './companies/companies.source.js';
import { contracts } from './contracts/contracts.source.js';
import { entityIds } from './entity-ids/entity-ids.source.js';
import { planning } from './planning/planning.source.js';
import { psc } from './psc/psc.source.js';
import { officers } from './officers/officers.source.js';
import { companyIndex } from './company-index/company-index.source.js';
import { grants } from './grants/grants.source.js';
import { payGap } from './pay-gap/pay-gap.source.js';
import { property } from './property/property.source.js';
import { postcodes } from './postcodes/postcodes.source.js';
import { filings } from './filings/filings.source.js';
import { siteRanking } from './site-ranking/site-ranking.source.js';
import type { RecordOf, Source } from './define-source.js';

export const SOURCES = [
  companies,
  companyIndex,
  psc,
  officers,
  charges,
  filings,
  accounts,
  property,
  payGap,
  grants,
  contracts,
  planning,
  postcodes,
  entityIds,
  siteRanking,
  cohorts,
] as const;

type Listed = (typeof SOURCES)[number];
export type SourceName = Listed['name'];
type SourceNamed<N extends SourceName> = Extract<Listed, { readonly name: N }>;

/** The records of one company in each source, by the fact that blocks need. */
export type SourceRecords = { readonly [S in Listed as Extract<S['fact'], string>]: RecordOf<S> };
/** The open edition of a source. */
export type EditionOf<N extends SourceName> = ReturnType<SourceNamed<N>['open']>;

export const SOURCE_NAMES: readonly SourceName[] = SOURCES.map(({ name }) => name);

/** Finds the definition of a source by name. */
export function sourceNamed<N extends SourceName>(name: N): Source<N, SourceNamed<N>['fact'], EditionOf<N>> {
  const source = SOURCES.find((listed) => listed.name === name);
  if (source === undefined) throw new Error(`there is no source ${name}`);
  // The name determines the type of the definition.
  return source as unknown as Source<N, SourceNamed<N>['fact'], EditionOf<N>>;
}
