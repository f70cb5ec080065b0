/** Lists every block, in the catalogue's order, with the state of its sources in this deployment. */
import { BLOCKS } from '../blocks/index.js';
import { stateOf, type BlockDefinition } from '../blocks/runner/define-block.js';
import { sourcesOfFact } from '../sources/facts/index.js';
import { activeEdition } from '../sources/kit/editions/edition.js';
import { SOURCES, type SourceName } from '../sources/index.js';
import type { RegisterContext } from './register-context.js';

export const listBlockStates = ({ settings }: Pick<RegisterContext, 'settings'>) =>
  BLOCKS.map((block) => {
    /** The published sources of the block; `as_of` is null where no edition is in force. */
    const sources = [...sourcesOf(block)].map((name) => ({
      name,
      as_of: activeEdition(settings.dataDir, name)?.slice(0, 10) ?? null,
    }));
    const { key, description, tier } = block;
    return { key, description, tier, sources, state: loadedStateOf(block, sources) };
  });

/** `partly`: some of the block's sources are loaded, others are not. */
function loadedStateOf(
  block: BlockDefinition,
  sources: readonly { readonly as_of: string | null }[],
): 'loaded' | 'partly' | 'not loaded' | 'not built' {
  if (stateOf(block) === 'not_yet') return 'not built';
  const loadedCount = sources.filter(({ as_of }) => as_of !== null).length;
  if (loadedCount === sources.length) return 'loaded';
  return loadedCount > 0 ? 'partly' : 'not loaded';
}

/** The sources of all facts that the block, and the blocks that it is made of, need or can use. */
function sourcesOf({ needs, uses }: BlockDefinition): ReadonlySet<SourceName> {
  const names = new Set<SourceName>();
  for (const need of [...needs, ...uses]) {
    if (typeof need !== 'string') for (const name of sourcesOf(need)) names.add(name);
    else for (const name of sourcesOfNeed(need)) names.add(name);
  }
  return names;
}

/** The sources of a fact. A joined fact has several; any other fact has one. */
const sourcesOfNeed = (fact: string): readonly SourceName[] => [
  ...sourcesOfFact(fact),
  ...SOURCES.flatMap((source) => (source.fact === fact ? [source.name] : [])),
];
