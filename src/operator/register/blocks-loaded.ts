/** The catalogue, and what of it this deployment has loaded. */
import { BLOCKS } from '../../blocks/index.js';
import { stateOf, type BlockDefinition } from '../../blocks/runner/define-block.js';
import { sourcesOfFact } from '../../sources/facts/index.js';
import type { BlockKey } from '../../shared/block-key.js';
import { activeEdition } from '../../sources/kit/editions/edition.js';
import { SOURCES, type SourceName } from '../../sources/index.js';
import type { Operator } from '../operator.js';

export interface BlockLoaded extends Pick<BlockDefinition, 'key' | 'description' | 'tier'> {
  /** `partly`: a source that it is made from is not loaded, another is. */
  readonly state: 'loaded' | 'partly' | 'not loaded' | 'not built';
  /** Published sources that it is made from; `as_of` null where none is in force. */
  readonly sources: readonly { readonly name: SourceName; readonly as_of: string | null }[];
}

/** Every block, in the order of the catalogue. */
export const blocksLoaded = ({ settings }: Pick<Operator, 'settings'>): readonly BlockLoaded[] =>
  BLOCKS.map((block) => {
    const sources = [...sourcesOf(block)].map((name) => ({
      name,
      as_of: activeEdition(settings.dataDir, name)?.slice(0, 10) ?? null,
    }));
    const { key, description, tier } = block;
    return { key, description, tier, sources, state: loadedOf(block, sources) };
  });

function loadedOf(block: BlockDefinition<BlockKey>, sources: BlockLoaded['sources']): BlockLoaded['state'] {
  if (stateOf(block) === 'not_yet') return 'not built';
  const there = sources.filter(({ as_of }) => as_of !== null).length;
  if (there === sources.length) return 'loaded';
  return there > 0 ? 'partly' : 'not loaded';
}

/** Of the facts that it and the blocks below it need, or use where they are there. */
function sourcesOf({ needs, uses }: BlockDefinition): ReadonlySet<SourceName> {
  const found = new Set<SourceName>();
  for (const need of [...needs, ...uses]) {
    if (typeof need !== 'string') for (const name of sourcesOf(need)) found.add(name);
    else for (const name of sourcesUnder(need)) found.add(name);
  }
  return found;
}

/** A fact is joined from several sources, or one source's own. */
const sourcesUnder = (fact: string): readonly SourceName[] => [
  ...sourcesOfFact(fact),
  ...SOURCES.flatMap((source) => (source.fact === fact ? [source.name] : [])),
];
