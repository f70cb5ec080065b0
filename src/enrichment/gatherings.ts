/** What sets of blocks read, worked out once for each: most requests ask for one of a few. */
import type { BlockDefinition } from '../blocks/runner/define-block.js';
import { factsOf } from '../blocks/runner/needs-graph.js';
import type { SourceShelf } from '../sources/editions/source-shelf.js';
import { gatheringOf, shelvesOf, type Gathering, type KnownFacts } from './gather.js';

/** Clients choose the sets, so what is remembered of them has a bound. */
const MOST_KEPT = 200;

interface KnownGathering {
  readonly gathering: Gathering;
  /** The sources whose editions a chunk has to name for it. */
  readonly shelves: ReadonlySet<SourceShelf>;
}

export class Gatherings {
  private readonly known = new Map<string, KnownGathering>();

  constructor(
    private readonly shelves: readonly SourceShelf[],
    private readonly facts: KnownFacts,
  ) {}

  for(blocks: readonly BlockDefinition[]): KnownGathering {
    const name = blocks.map(({ key }) => key).join();
    let known = this.known.get(name);
    if (known === undefined) {
      const gathering = gatheringOf(new Set(blocks.flatMap(factsOf)), this.shelves, this.facts);
      known = { gathering, shelves: shelvesOf(gathering) };
      if (this.known.size >= MOST_KEPT) this.known.clear();
      this.known.set(name, known);
    }
    return known;
  }
}
