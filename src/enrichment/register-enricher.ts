/**
 * Enrichment over the editions on this machine: match each row of a batch to a company, gather what the needed sources
 * have for them, derive their blocks, write their JSON. A fault of one row or block concerns no other.
 */
import { BLOCK_CATALOGUE, type BlockCatalogue } from '../blocks/index.js';
import { inOrderOfNeeds } from '../blocks/runner/needs-graph.js';
import { planBlocks, runLiveBlock, type OnFault } from '../blocks/runner/run-blocks.js';
import type { JoinedFact } from '../facts/define-fact.js';
import { JOINED_FACTS } from '../facts/index.js';
import { REGISTER, type Register } from '../matching/register.js';
import type { Readings } from '../readings/readings.js';
import { SharedReadings } from '../readings/shared-readings.js';
import { inCatalogueOrder, type BlockKey } from '../shared/block-key.js';
import type { IsoDate } from '../shared/calendar.js';
import type { Source } from '../sources/define-source.js';
import { SourceShelf } from '../sources/editions/source-shelf.js';
import { SOURCES, sourceNamed } from '../sources/index.js';
import { blocksToDerive, deriver } from './derive.js';
import type { Editions, EnrichedRow, Enricher, EnrichmentBatch } from './enricher.js';
import { failedRow } from './failed-row.js';
import { EditionReader, gather } from './gather.js';
import { Gatherings } from './gatherings.js';
import type { LiveAnswer, LiveCheck, LiveChecker } from './live-checker.js';
import { identify, lookUp, matchedCompanies, matchRows } from './match.js';
import { RowWriter } from './write/row-writer.js';
import { outcomeOf } from './write/shared-outcomes.js';

/** What is served in place of the product's own. */
export interface Served {
  /** Default: the 37 of the product. */
  readonly blocks?: BlockCatalogue;
  /** Default: those of the product. */
  readonly sources?: readonly Source[];
  /** Default: those of the product. */
  readonly facts?: readonly JoinedFact[];
  /** Default: none can be fetched yet. */
  readonly readings?: Readings;
}

export interface EnricherSetup extends Served {
  readonly dataDir: string;
  /** Receives faults of rows, blocks and sources; clients only see a code. */
  readonly onFault?: OnFault;
  /** The day (UTC) against which an edition is fresh or stale. Default: the clock's. */
  readonly today?: () => IsoDate;
}

const clockDay = (): IsoDate => new Date().toISOString().slice(0, 10);

export class RegisterEnricher implements Enricher, LiveChecker {
  /** Where companies are looked up. */
  private readonly register: SourceShelf<Register>;
  private readonly shelves: readonly SourceShelf[];
  private readonly gatherings: Gatherings;
  private readonly catalogue: BlockCatalogue;
  private readonly readings: Readings;
  private readonly onFault: OnFault;
  private readonly today: () => IsoDate;

  /** @throws where blocks need each other in a circle */
  constructor({ dataDir, blocks, sources, facts, readings, onFault, today }: EnricherSetup) {
    const register = new SourceShelf(dataDir, sourceNamed(REGISTER));
    this.register = register;
    this.shelves = (sources ?? SOURCES).map((source) =>
      source.name === REGISTER ? register : new SourceShelf(dataDir, source),
    );
    this.gatherings = new Gatherings(this.shelves, facts ?? JOINED_FACTS);
    this.catalogue = blocks ?? BLOCK_CATALOGUE;
    inOrderOfNeeds(this.catalogue.keys(), this.catalogue);
    this.readings = readings ?? new SharedReadings({});
    this.onFault = onFault ?? (() => undefined);
    this.today = today ?? clockDay;
  }

  /** Matching needs the register whatever the blocks. Empty while nothing was ever imported. */
  async currentEditions(blocks: readonly BlockKey[]): Promise<Editions> {
    const { shelves } = this.gatherings.for(inOrderOfNeeds(blocks, this.catalogue));
    const needed = new Set([this.register, ...shelves]);
    return Object.fromEntries(
      [...needed].flatMap((shelf) => {
        const edition = shelf.current();
        return edition === null ? [] : [[shelf.source.name, edition]];
      }),
    );
  }

  async holds(editions: Editions): Promise<boolean> {
    return this.shelves.every((shelf) => {
      const edition = editions[shelf.source.name];
      return edition === undefined || shelf.holds(edition);
    });
  }

  async enrich({ job, editions, from, rows }: EnrichmentBatch): Promise<readonly EnrichedRow[]> {
    const { onFault } = this;
    const reader = this.readerOf(editions);
    const identified = identify(rows);
    const answers = reader.read(this.register, (register) => lookUp(register, identified));
    const rules = { min_confidence: job.options.min_confidence, jobRows: job.rows, onFault };
    const outcomes = matchRows(identified, typeof answers === 'string' ? null : answers.found, rules);

    const blocks = blocksToDerive(job, this.catalogue);
    const found = matchedCompanies(outcomes);
    const read =
      typeof answers === 'string' ? null : { shelf: this.register, reading: { ...answers, found } };
    const facts = gather(this.gatherings.for(blocks).gathering, [...found.keys()], reader, read);
    const blocksOf = deriver({ job, blocks, kinds: this.readings.kinds, onFault }, facts);

    const writer = new RowWriter(inCatalogueOrder(job.blocks));
    return outcomes.map((match, i) => {
      const asked = rows[i] ?? {};
      if (match.outcome === 'refused') return failedRow(from + i, asked, match.reason, match);
      try {
        return writer.delivered(asked, match, blocksOf(match.company.number));
      } catch (error) {
        onFault('row', error);
        return failedRow(from + i, asked, 'resolver_error');
      }
    });
  }

  async check(request: LiveCheck, signal: AbortSignal): Promise<LiveAnswer> {
    const { block, company_number, editions, options } = request;
    const blocks = inOrderOfNeeds([block], this.catalogue);
    const facts = gather(this.gatherings.for(blocks).gathering, [company_number], this.readerOf(editions));
    const { kinds } = this.readings;
    const plan = planBlocks(blocks, [{ key: block, enabled: true }], {
      missing: facts.missing,
      // Whether the job lets it be fetched was decided when the block was left pending.
      fetching: (kind) => (kinds.has(kind) ? null : 'not_available_yet'),
      min_confidence: options.min_confidence,
      onFault: this.onFault,
    });
    const envelope = await runLiveBlock(plan, facts.of(company_number), { readings: this.readings, signal });
    return { outcome: outcomeOf(envelope), envelope };
  }

  close(): void {
    for (const shelf of new Set([this.register, ...this.shelves])) shelf.close();
  }

  private readerOf(editions: Editions): EditionReader {
    return new EditionReader(editions, this.today(), this.onFault);
  }
}
