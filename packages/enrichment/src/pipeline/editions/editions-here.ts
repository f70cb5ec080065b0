/**
 * Manages the editions on this machine: decides which of them blocks need, checks that they are there, and
 * reads them.
 */
import { BLOCK_CATALOGUE, type BlockCatalogue } from '../../blocks/index.js';
import { factsOf, factsOfFew, inOrderOfNeeds } from '../../blocks/runner/needs-graph.js';
import type { BlockDefinition } from '../../blocks/runner/define-block.js';
import type { OnFault } from '../../blocks/runner/plan-blocks.js';
import type { BlockKey } from '../../../../contract/src/block-key.js';
import { clockDay } from '../../../../platform/src/time/clock.js';
import type { IsoDate } from '../../../../words/src/calendar.js';
import { memoizeRecent } from '../../../../words/src/memoize.js';
import type { JoinedFact, KeyedFact } from '../../sources/facts/define-fact.js';
import { JOINED_FACTS, KEYED_FACTS } from '../../sources/facts/index.js';
import { SourceShelf } from '../../sources/kit/editions/source-shelf.js';
import { EditionFaults, EditionReader } from './edition-reader.js';
import type { Editions } from '../enricher.js';
import type { EditionsElsewhere, EnricherSetup } from '../enricher-setup.js';
import { companyShelves, type CompanyShelves } from '../look-up/look-up.js';
import { fromPort } from '../no-answer-yet.js';

/**
 * The number of block lists whose needs are remembered. Clients choose the lists. Without this memory a
 * resolve takes 7 % more.
 */
const MAX_LISTS = 200;

/** The facts that some blocks read, and the editions that they are read from. */
export interface Gathering {
  /** The sources whose record of a company is itself a fact. */
  readonly shelves: readonly SourceShelf[];
  readonly joined: readonly {
    readonly fact: JoinedFact;
    readonly source: SourceShelf;
    readonly others: readonly SourceShelf[];
  }[];
  /** Facts that rows ask for while they are derived. */
  readonly keyed: readonly { readonly fact: KeyedFact; readonly source: SourceShelf }[];
}

/** The facts and editions that some blocks, and the blocks that they need, read. */
export interface Needed {
  /** The blocks in the order of needs. */
  readonly blocks: readonly BlockDefinition[];
  /** The facts for a job of many rows. */
  readonly forLargeJob: Gathering;
  /** The facts for a resolve, or a job of few rows. */
  readonly forSmallJob: Gathering;
  /** The sources whose editions a chunk names. */
  readonly shelves: readonly SourceShelf[];
}

type EditionsSetup = EnricherSetup & Required<Pick<EnricherSetup, 'sources' | 'suppressions'>>;

export class EditionsHere {
  /** The editions in which companies are looked up. */
  readonly companies: CompanyShelves;
  private readonly shelves: readonly SourceShelf[];
  private readonly joined: readonly JoinedFact[];
  private readonly catalogue: BlockCatalogue;
  private readonly elsewhere: EditionsElsewhere | null;
  private readonly faults: EditionFaults;
  private readonly today: () => IsoDate;
  private readonly neededFor = memoizeRecent(MAX_LISTS, (list: string) => this.whatIsNeeded(list));

  /** @throws where blocks need each other in a circle */
  constructor({ dataDir, elsewhere, today, ...setup }: EditionsSetup, onFault: OnFault) {
    const { sources, suppressions } = setup;
    this.companies = companyShelves(dataDir, suppressions);
    const own = Object.values(this.companies);
    this.shelves = sources.map(
      (source) =>
        own.find((shelf) => shelf.source.name === source.name) ??
        new SourceShelf(dataDir, source, suppressions),
    );
    this.joined = setup.facts ?? JOINED_FACTS;
    this.catalogue = setup.blocks ?? BLOCK_CATALOGUE;
    inOrderOfNeeds(this.catalogue.keys(), this.catalogue);
    this.elsewhere = elsewhere ?? null;
    this.faults = new EditionFaults(onFault);
    this.today = today ?? clockDay;
  }

  /**
   * Returns the current editions, as `Enricher` says. Matching needs register and index whatever the blocks.
   * Empty while nothing was ever imported.
   */
  current(blocks: readonly BlockKey[]): Promise<Editions> {
    return fromPort(async () => {
      const editions: Record<string, string> = {};
      for (const shelf of this.neededBy(blocks).shelves) {
        this.faults.canBegin(shelf);
        const edition = shelf.current();
        if (edition !== null) editions[shelf.source.name] = edition;
      }
      return editions;
    });
  }

  /** As in `Enricher`. */
  async prepare(editions: Editions | null, blocks: readonly BlockKey[]): Promise<boolean> {
    const { elsewhere } = this;
    const { shelves } = this.neededBy(blocks);
    const sources = shelves.map(({ source }) => source.name);
    if (elsewhere !== null && (await elsewhere.bring(editions, sources)) !== null) return false;
    if (editions !== null && this.holds(editions)) return true;
    if (elsewhere !== null) for (const shelf of shelves) shelf.lookAgain();
    return shelves.map((shelf) => this.faults.canBegin(shelf, editions)).every((can) => can);
  }

  /** As in `Enricher`. */
  holds(editions: Editions): boolean {
    return this.shelves.every((shelf) => {
      const edition = editions[shelf.source.name];
      return edition === undefined || shelf.holds(edition);
    });
  }

  neededBy(blocks: readonly BlockKey[]): Needed {
    return this.neededFor(blocks.join());
  }

  /** Reads these editions. */
  reading(editions: Editions): EditionReader {
    return new EditionReader(editions, this.today(), this.faults);
  }

  close(): void {
    for (const shelf of new Set([...Object.values(this.companies), ...this.shelves])) shelf.close();
  }

  private whatIsNeeded(list: string): Needed {
    // The text is a joined list of keys. An empty list gives an empty text, and no block has that key.
    const blocks = inOrderOfNeeds(list.split(',') as BlockKey[], this.catalogue);
    const forLargeJob = this.gatheringOf(new Set(blocks.flatMap(factsOf)));
    const forSmallJob = this.gatheringOf(new Set(blocks.flatMap(factsOfFew)));
    // A chunk doesn't know how many rows its job has, so it also names editions that only small jobs need.
    const shelves = new Set([
      ...Object.values(this.companies),
      ...forSmallJob.shelves,
      ...forSmallJob.joined.flatMap(({ source, others }) => [source, ...others]),
      ...forSmallJob.keyed.map(({ source }) => source),
    ]);
    return { blocks, forLargeJob, forSmallJob, shelves: [...shelves] };
  }

  private gatheringOf(wanted: ReadonlySet<string>): Gathering {
    const named = (name: string): SourceShelf[] => this.shelves.filter(({ source }) => source.name === name);
    const joined = this.joined
      .filter(({ name }) => wanted.has(name))
      .flatMap((fact) =>
        named(fact.source).map((source) => ({ fact, source, others: fact.also.flatMap(named) })),
      );
    const keyed = KEYED_FACTS.filter(({ name }) => wanted.has(name)).flatMap((fact) =>
      named(fact.source).map((source) => ({ fact, source })),
    );
    const needed = new Set([...wanted, ...joined.flatMap(({ fact }) => fact.needs)]);
    const shelves = this.shelves.filter(({ source: { fact } }) => fact !== null && needed.has(fact));
    return { shelves, joined, keyed };
  }
}
