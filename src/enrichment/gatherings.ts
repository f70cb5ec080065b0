/** What sets of blocks read, worked out once for each: most requests ask for one of a few. */
import type { BlockDefinition } from '../blocks/runner/define-block.js';
import { factsOf, factsOfFew } from '../blocks/runner/needs-graph.js';
import type { SourceShelf } from '../sources/kit/editions/source-shelf.js';
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

  /** @param few a resolve, or a job of few rows: what blocks glance at is gathered too, of the editions that the chunk names */
  for(blocks: readonly BlockDefinition[], few = false): KnownGathering {
    const name = `${few ? 'few ' : ''}${blocks.map(({ key }) => key).join()}`;
    let known = this.known.get(name);
    if (known === undefined) {
      const gathering = gatheringOf(
        new Set(blocks.flatMap(few ? factsOfFew : factsOf)),
        this.shelves,
        this.facts,
      );
      // A chunk doesn't tell how many rows its job has: it names what few rows would be told from, and many don't read.
      const named = gatheringOf(new Set(blocks.flatMap(factsOfFew)), this.shelves, this.facts);
      known = { gathering, shelves: shelvesOf(named) };
      if (this.known.size >= MOST_KEPT) this.known.clear();
      this.known.set(name, known);
    }
    return known;
  }
}
