/** Lists every fact that blocks can need: sources' records, joined facts and keyed facts. */
import type { SourceName, SourceRecords } from '../index.js';
import { cohort } from './cohort.fact.js';
import { contracts } from './contracts.fact.js';
import { grants } from './grants.fact.js';
import { entityParent } from './entity-parent.fact.js';
import { owners } from './owners.fact.js';
import { ownerTexts } from './owner-texts.fact.js';
import { ownershipChain } from './ownership-chain.fact.js';
import { subsidiaries } from './subsidiaries.fact.js';
import { relatedWebsites } from './related-websites.fact.js';
import { peers } from './peers.fact.js';
import { siteRanks } from './site-ranks.fact.js';
import { websiteRecords } from './website-records.fact.js';
import { planning } from './planning.fact.js';
import { officeCrowd } from './office-crowd.fact.js';
import { officePostcode } from './office-postcode.fact.js';
import { postcodeDirectory } from './postcode-directory.fact.js';

/** The joined facts. A new fact needs a file and a line here. */
export const JOINED_FACTS = [
  cohort,
  entityParent,
  contracts,
  grants,
  officeCrowd,
  officePostcode,
  owners,
  ownerTexts,
  ownershipChain,
  peers,
  planning,
  relatedWebsites,
  subsidiaries,
  siteRanks,
  websiteRecords,
] as const;

/** The facts that are looked up by a key other than the company number. */
export const KEYED_FACTS = [postcodeDirectory] as const;

type Joined = (typeof JOINED_FACTS)[number];
type Keyed = (typeof KEYED_FACTS)[number];

/** The facts of one company, by name. */
export type FactRecords = SourceRecords & {
  readonly [F in Joined as F['name']]: ReturnType<F['join']> extends ReadonlyMap<string, infer T> ? T : never;
};

/** The facts of one key, by name. */
export type KeyedRecords = {
  readonly [F in Keyed as F['name']]: ReturnType<F['find']> extends ReadonlyMap<string, infer T> ? T : never;
};

/** The sources of a joined or keyed fact; empty for another name. */
export function sourcesOfFact(name: string): readonly SourceName[] {
  const joined = JOINED_FACTS.find((fact) => fact.name === name);
  if (joined !== undefined) return [joined.source, ...joined.also];
  return KEYED_FACTS.flatMap((fact) => (fact.name === name ? [fact.source] : []));
}
