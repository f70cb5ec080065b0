import { SOURCE_NAMES, sourceNamed, type SourceName } from '../../sources/index.js';

/** Sources that have a finder, or a documented reason for having none. */
export const SYNCED_SOURCES: readonly SourceName[] = SOURCE_NAMES.filter(
  (name) => sourceNamed(name).finder !== undefined,
);

/** Tells whether an outcome counts as a failure. @param isNamedSource the operator named the source */
export const isFailure = ({ outcome }: { readonly outcome: string }, isNamedSource: boolean): boolean =>
  outcome === 'failed' || (isNamedSource && (outcome === 'not_published' || outcome === 'needs_key'));
