/** Every fact that blocks can need: one of each source, and those that are joined from several. */
import type { SourceRecords } from '../sources/index.js';
import { cohort } from './cohort.fact.js';
import { contracts } from './contracts.fact.js';
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

/** A new one is a file and a line here. */
export const JOINED_FACTS = [
  cohort,
  entityParent,
  contracts,
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

type Joined = (typeof JOINED_FACTS)[number];

/** What is on file of one company, by the name of the fact. */
export type FactRecords = SourceRecords & {
  readonly [F in Joined as F['name']]: ReturnType<F['join']> extends ReadonlyMap<string, infer T> ? T : never;
};
