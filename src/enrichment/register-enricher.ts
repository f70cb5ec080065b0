/**
 * Enrichment over the editions on this machine: match each row of a batch to a company, run its blocks, write its JSON.
 * One query a source and batch. A fault of one row or block concerns no other.
 */
import { BLOCK_CATALOGUE, type BlockCatalogue } from '../blocks/index.js';
import type { Freshness } from '../blocks/runner/envelope.js';
import type { FactStates } from '../blocks/runner/facts.js';
import { runBlocks, runLiveBlock, type BlockPlan, type OnFault } from '../blocks/runner/run-blocks.js';
import type { CompanyRecord } from '../sources/companies/company-record.js';
import type { CompaniesEdition } from '../sources/companies/companies.edition.js';
import { inCatalogueOrder, type BlockKey } from '../shared/block-key.js';
import { daysBetween, type IsoDate } from '../shared/calendar.js';
import { EditionShelf } from './edition-shelf.js';
import type { Editions, EnrichedRow, Enricher, EnrichmentBatch, EnrichmentJob } from './enricher.js';
import { failedRow } from './failed-row.js';
import { identify, lookUp, matchOf } from './find-companies.js';
import type { LiveAnswer, LiveCheck, LiveChecker } from './live-checker.js';
import { RowWriter } from './row-writer.js';
import { outcomeOf } from './shared-outcomes.js';

export interface EnricherSetup {
  readonly dataDir: string;
  /** Default: the 37 of the product. */
  readonly blocks?: BlockCatalogue;
  /** Receives faults of rows, blocks and sources; clients only see a code. */
  readonly onFault?: OnFault;
  /** The day (UTC) against which an edition is fresh or stale. Default: the clock's. */
  readonly today?: () => IsoDate;
}

/** Past two monthly publications an edition is stale; it is served all the same (Blocks 1.11). */
const STALE_AFTER_DAYS = 62;

const clockDay = (): IsoDate => new Date().toISOString().slice(0, 10);

/** What was read of the companies edition, and how old it is. */
interface RegisterReading<T> {
  readonly found: T;
  readonly as_of: IsoDate;
  readonly freshness: Freshness;
}

export class RegisterEnricher implements Enricher, LiveChecker {
  private readonly shelf: EditionShelf;
  private readonly catalogue: BlockCatalogue;
  private readonly onFault: OnFault;
  private readonly today: () => IsoDate;

  constructor({ dataDir, blocks, onFault, today }: EnricherSetup) {
    this.shelf = new EditionShelf(dataDir);
    this.catalogue = blocks ?? BLOCK_CATALOGUE;
    this.onFault = onFault ?? (() => undefined);
    this.today = today ?? clockDay;
  }

  /** Empty while nothing was ever imported. Matching needs the companies edition whatever the blocks. */
  async currentEditions(_blocks: readonly BlockKey[]): Promise<Editions> {
    return this.shelf.current();
  }

  async holds(editions: Editions): Promise<boolean> {
    return this.shelf.holds(editions);
  }

  async enrich({ job, editions, from, rows }: EnrichmentBatch): Promise<readonly EnrichedRow[]> {
    const identified = identify(rows);
    const reading = this.read(editions, (edition) => lookUp(edition, identified));
    const plan = this.planOf(job);
    const writer = new RowWriter(plan.blocks.map(({ block }) => block.key));
    const { min_confidence } = job.options;
    const rules = { min_confidence, jobRows: job.rows };
    return identified.map((found, i) => {
      const asked = rows[i] ?? {};
      try {
        const match = matchOf(found, reading?.found ?? null, rules);
        if (match.outcome === 'refused') return failedRow(from + i, asked, match.reason, match);
        const states = statesOf(match.company, reading);
        return writer.delivered(asked, match, runBlocks(plan, states, rules, this.onFault));
      } catch (error) {
        this.onFault('row', error);
        return failedRow(from + i, asked, 'resolver_error');
      }
    });
  }

  async check(request: LiveCheck, signal: AbortSignal): Promise<LiveAnswer> {
    const block = this.catalogue.get(request.block);
    if (block === undefined) throw new Error(`there is no block ${request.block}`);
    const { company_number, editions, options } = request;
    const reading = this.read(editions, (edition) => edition.companies([company_number]));
    const states = statesOf(reading?.found.get(company_number) ?? null, reading);
    const { min_confidence } = options;
    const envelope = await runLiveBlock(block, states, { min_confidence, signal });
    return { outcome: outcomeOf(envelope), envelope };
  }

  close(): void {
    this.shelf.close();
  }

  /** Null where there is no companies edition, or where it can't be read. */
  private read<T>(editions: Editions, query: (edition: CompaniesEdition) => T): RegisterReading<T> | null {
    const id = editions['companies'];
    if (id === undefined) return null;
    try {
      return this.shelf.readCompanies(id, (edition) => {
        const { as_of } = edition.facts;
        const stale = daysBetween(as_of, this.today()) > STALE_AFTER_DAYS;
        const freshness = Object.freeze<Freshness>({ checked_live: false, edition: id, stale });
        return { found: query(edition), as_of, freshness };
      });
    } catch (error) {
      this.onFault('register', error);
      return null;
    }
  }

  private planOf({ blocks, not_enabled }: EnrichmentJob): BlockPlan {
    const withheld = new Set(not_enabled);
    return {
      blocks: inCatalogueOrder(blocks).flatMap((key) => {
        const block = this.catalogue.get(key);
        return block === undefined ? [] : [{ block, enabled: !withheld.has(key) }];
      }),
    };
  }
}

function statesOf(record: CompanyRecord | null, reading: RegisterReading<unknown> | null): FactStates {
  if (reading === null) return { company: { state: 'unreadable' } };
  const { as_of, freshness } = reading;
  return { company: { state: 'loaded', fact: { record, as_of, freshness } } };
}
