/** The door of enrichment: the rest of the program imports this file and no other of the package. */
import { loadedOnFirstCall } from './door/loaded-on-first-call.js';

export * as Catalogue from './door/catalogue.js';
export * as EditionFiles from './door/editions.js';
export * as LiveSources from './door/live-sources.js';
export * as Register from './door/register.js';
export * as RowBodies from './door/row-bodies.js';
export type { Enrichment } from './open-enrichment.js';
export type { Editions, EnrichedRow, Enricher } from './pipeline/enricher.js';
export type { ReplacementParts } from './pipeline/enricher-setup.js';
export type { LiveAnswer, LiveCheck, LiveChecker } from './pipeline/enricher.js';
export type { ListMatches } from './pipeline/match-list.js';
export { identifierOf } from './pipeline/matching/identifier.js';
export { NoAnswerYetError, UnreadableEditionError, UnreadableSourceError } from './pipeline/no-answer-yet.js';
export type { SiteHost, SiteHosts } from './sites/fetch/site-hosts.js';
export { suggestedHosts } from './sites/search/derived-hosts.js';
export type { EnrichmentSettings } from './settings.js';
export { SOURCE_NAMES, sourceNamed, type SourceName } from './sources/index.js';

export const matchList = loadedOnFirstCall(async () => (await import('./pipeline/match-list.js')).matchList);
export const openEnrichment = loadedOnFirstCall(
  async () => (await import('./open-enrichment.js')).openEnrichment,
);
