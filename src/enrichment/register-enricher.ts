/**
 * Enrichment over the editions on this machine: match each row of a batch to a company, gather what the needed sources
 * have for them, derive their blocks, write their JSON. A fault of one row or block concerns no other.
 */
import { BLOCK_CATALOGUE, type BlockCatalogue } from '../blocks/index.js';
import { inOrderOfNeeds } from '../blocks/runner/needs-graph.js';
import type { OnFault } from '../blocks/runner/plan-blocks.js';
import type { LiveContext } from '../blocks/runner/run-blocks.js';
import { JOINED_FACTS, KEYED_FACTS } from '../sources/facts/index.js';
import { readingKind } from '../live/readings/reading-kinds.js';
import type { Readings } from '../live/readings/readings.js';
import { clockDay } from '../platform/time/clock.js';
import { SharedReadings } from '../live/readings/shared-readings.js';
import { inCatalogueOrder, type BlockKey } from '../shared/block-key.js';
import { rememberedLately } from '../shared/remembered.js';
import type { IsoDate } from '../shared/calendar.js';
import type { Source } from '../sources/define-source.js';
import { SourceShelf } from '../sources/kit/editions/source-shelf.js';
import { SOURCES } from '../sources/index.js';
import { AskedSitesReader } from './asked-sites.js';
import { AskedReadings } from './asked-readings.js';
import { answerLiveBlock } from './live/answer-live-block.js';
import { blocksToDerive, deriver, isSmall, orFault } from './derive.js';
import {
  NO_SUPPRESSION_LIST,
  type EditionsElsewhere,
  type EnricherSetup,
  type Suppressions,
} from './enricher-setup.js';
import type { Editions, EnrichedRow, Enricher, EnrichmentBatch } from './enricher.js';
import { EditionFaults, EditionReader } from './edition-reader.js';
import { failedRow } from './write/failed-row.js';
import { gather } from './gather.js';
import { Gatherings } from './gatherings.js';
import { OWN_SEARCHES, sharingSearches, type JobSearches } from './live/job-searches.js';
import type { LiveAnswer, LiveCheck, LiveChecker } from './live-checker.js';
import {
  companyShelves,
  lookUpCompanies,
  refuseUnread,
  shelvesAsked,
  type CompanyShelves,
} from './look-up.js';
import { identify, matchedCompanies, matchRows, NO_REGISTER } from './match.js';
import { fromPort, UnreadableEditionError } from './no-answer-yet.js';
import { NotedVerdicts } from './noted-verdicts.js';
import { ResolvesOfATurn } from './resolves-of-a-turn.js';
import { SuppressedReadings } from './suppress/suppressed-readings.js';
import { RowWriter } from './write/row-writer.js';
import { outcomeOf } from './write/shared-outcomes.js';

/** Lists of blocks of which is remembered what they need. */
const MOST_LISTS = 200;

export class RegisterEnricher implements Enricher, LiveChecker {
  /** Where companies are looked up. */
  private readonly companies: CompanyShelves;
  private readonly shelves: readonly SourceShelf[];
  private readonly gatherings: Gatherings;
  private readonly catalogue: BlockCatalogue;
  private readonly readings: Readings;
  private readonly suppressions: Suppressions;
  private readonly elsewhere: EditionsElsewhere | null;
  private readonly searches: JobSearches;
  private readonly onFault: OnFault;
  private readonly faults: EditionFaults;
  private readonly today: () => IsoDate;
  /** By blocks, joined by commas. */
  private readonly shelvesNeeded = rememberedLately(MOST_LISTS, (list: string) => this.shelvesFor(list));
  private readonly sites: AskedSitesReader;
  private readonly resolves = new ResolvesOfATurn((batch) => this.enrichRows(batch, () => batch.from));

  /** @throws where blocks need each other in a circle */
  constructor({ dataDir, suppressions, elsewhere, searches, onFault, today, ...served }: EnricherSetup) {
    const { blocks, sources = SOURCES, facts, readings } = served;
    const suppressed = suppressions ?? NO_SUPPRESSION_LIST;
    this.suppressions = suppressed;
    this.elsewhere = elsewhere ?? null;
    this.searches = searches ?? OWN_SEARCHES;
    this.companies = companyShelves(dataDir, suppressed);
    const own = shelvesAsked(this.companies);
    this.shelves = sources.map(
      (source: Source) =>
        own.find((shelf) => shelf.source.name === source.name) ??
        new SourceShelf(dataDir, source, suppressed),
    );
    this.gatherings = new Gatherings(this.shelves, {
      joined: facts ?? JOINED_FACTS,
      keyed: KEYED_FACTS,
    });
    this.catalogue = blocks ?? BLOCK_CATALOGUE;
    inOrderOfNeeds(this.catalogue.keys(), this.catalogue);
    this.readings = new SuppressedReadings(
      faultless(readings ?? new SharedReadings({})),
      suppressed,
      sources,
    );
    this.sites = new AskedSitesReader(this.readings);
    this.onFault = onFault ?? (() => undefined);
    this.faults = new EditionFaults(this.onFault);
    this.today = today ?? clockDay;
  }

  /** Matching needs register and index whatever the blocks. Empty while nothing was ever imported. */
  currentEditions(blocks: readonly BlockKey[]): Promise<Editions> {
    return fromPort(async () => {
      const editions: Record<string, string> = {};
      for (const shelf of this.shelvesNeeded(blocks.join())) {
        this.faults.canBegin(shelf);
        const edition = shelf.current();
        if (edition !== null) editions[shelf.source.name] = edition;
      }
      return editions;
    });
  }

  async prepare(editions: Editions | null, blocks: readonly BlockKey[]): Promise<boolean> {
    const { elsewhere } = this;
    const shelves = this.shelvesNeeded(blocks.join());
    const names = shelves.map(({ source }) => source.name);
    if (elsewhere !== null && (await elsewhere.bring(editions, names)) !== null) return false;
    if (editions !== null && (await this.holds(editions))) return true;
    if (elsewhere !== null) for (const shelf of shelves) shelf.lookAgain();
    return shelves.map((shelf) => this.faults.canBegin(shelf, editions)).every((can) => can);
  }

  async holds(editions: Editions): Promise<boolean> {
    return this.shelves.every((shelf) => {
      const edition = editions[shelf.source.name];
      return edition === undefined || shelf.holds(edition);
    });
  }

  enrich(batch: EnrichmentBatch): Promise<readonly EnrichedRow[]> {
    return batch.job.operation === 'resolve'
      ? this.resolves.answer(batch)
      : this.enrichRows(batch, (place) => batch.from + place);
  }

  /** @param indexOf the index in its submission of the row at a place among these */
  private async enrichRows(
    { job, editions, rows }: Omit<EnrichmentBatch, 'from'>,
    indexOf: (place: number) => number,
  ): Promise<readonly EnrichedRow[]> {
    const { onFault } = this;
    await this.upToDate();
    const reader = this.readerOf(editions);
    const identified = identify(rows);
    const sites = await this.sites.read(identified, job);
    const answers = lookUpCompanies(reader, this.companies, identified, sites);
    const rules = { min_confidence: job.options.min_confidence, jobRows: job.rows, sites, onFault };
    const outcomes = matchRows(identified, typeof answers === 'string' ? null : answers.found, rules);
    refuseUnread(answers, outcomes);

    const blocks = blocksToDerive(job, this.catalogue);
    const found = matchedCompanies(outcomes);
    const read = this.readAlready(answers, found);
    const facts = gather(
      this.gatherings.for(blocks, isSmall(job)).gathering,
      [...found.keys()],
      reader,
      read,
    );
    const asked = new AskedReadings(this.readings, null);
    const { kinds } = this.readings;
    const verdicts = new NotedVerdicts();
    const missed = new Set<number>();
    let deriving = 0;
    const blocksOf = deriver(
      {
        job,
        blocks,
        kinds,
        kept: asked.look,
        suppressed: this.suppressions,
        onFault,
        onVerdict: verdicts.note,
        onSearchMissed: () => void missed.add(deriving),
      },
      facts,
    );

    const writer = new RowWriter(inCatalogueOrder(job.blocks));
    const matched = outcomes.map((match, i) => ({ match, row: indexOf(i), asked: rows[i] ?? {} }));
    const sharing = { job, searches: this.searches, missed };
    const enriched = await sharingSearches(sharing, matched, (rows, isSpent) =>
      asked.settled(rows, (some, turn) => {
        const blocks = blocksOf(
          some.map((one) =>
            one.match.outcome === 'refused'
              ? null
              : { number: one.match.company.number, asked: one.asked, spent: isSpent(one) },
          ),
          (place) => {
            deriving = some[place]?.row ?? deriving;
            turn(place);
          },
        );
        return some.map(({ match, row, asked }, i) => {
          if (match.outcome === 'refused') return failedRow(row, asked, match.reason, match);
          const envelopes = blocks[i] ?? null;
          const written = envelopes && orFault(onFault, () => writer.delivered(asked, match, envelopes));
          return written ?? failedRow(row, asked, 'resolver_error');
        });
      }),
    );
    if (job.stored !== false) await verdicts.keep(this.readings);
    return enriched;
  }

  check(request: LiveCheck, signal: AbortSignal): Promise<LiveAnswer> {
    const fetch: LiveContext['fetch'] = ({ kind, key }) => this.readings.fetch(kind, key, request.terms);
    return this.answerLive(request, { fetch, signal });
  }

  overdue(request: LiveCheck): Promise<LiveAnswer> {
    const fetch: LiveContext['fetch'] = async ({ kind }) => ({
      status: 'not_read',
      reason: readingKind(kind).absent,
    });
    return this.answerLive(request, { fetch, signal: new AbortController().signal });
  }

  private async answerLive(request: LiveCheck, context: LiveContext): Promise<LiveAnswer> {
    const { suppressions } = this;
    for (;;) {
      await this.upToDate();
      const { revision } = suppressions;
      const answer = await this.answerNow(request, context);
      // A fetch may take minutes, in which somebody was suppressed.
      await this.upToDate();
      if (revision === suppressions.revision) return answer;
    }
  }

  private async answerNow(request: LiveCheck, context: LiveContext): Promise<LiveAnswer> {
    const { block, company_number, editions, job } = request;
    const blocks = inOrderOfNeeds([block], this.catalogue);
    // Those of the row's record may be of a layout that only the program before reads.
    const readable = (await this.holds(editions)) ? editions : await this.currentEditions([block]);
    const reader = this.readerOf(readable);
    const answers = lookUpCompanies(reader, this.companies, identify([{ company_number }]));
    if (answers === 'source_unavailable') throw new UnreadableEditionError(NO_REGISTER.detail);
    const read = this.readAlready(answers, typeof answers === 'string' ? new Map() : answers.found.numbered);
    const facts = gather(this.gatherings.for(blocks, isSmall(job)).gathering, [company_number], reader, read);
    const verdicts = new NotedVerdicts();
    const { readings, searches, suppressions, onFault } = this;
    const outcome = await answerLiveBlock(
      request,
      { blocks, facts, readings, searches, suppressed: suppressions, onFault, onVerdict: verdicts.note },
      context,
    );
    if (request.terms.keep) await verdicts.keep(this.readings);
    return { outcome: outcomeOf(outcome.envelope), ...outcome };
  }

  close(): void {
    for (const shelf of new Set([...shelvesAsked(this.companies), ...this.shelves])) shelf.close();
  }

  /** The sources whose editions a chunk that asks for these blocks has to name. */
  private shelvesFor(list: string): readonly SourceShelf[] {
    // The text is a list of keys that was joined, and none is unknown.
    const blocks = inOrderOfNeeds(list.split(',') as BlockKey[], this.catalogue);
    return [...new Set([...shelvesAsked(this.companies), ...this.gatherings.for(blocks).shelves])];
  }

  /** The register's records of matched companies, which needn't be read again. */
  private readAlready(
    answers: ReturnType<typeof lookUpCompanies>,
    found: ReadonlyMap<string, unknown>,
  ): Parameters<typeof gather>[3] {
    return typeof answers === 'string'
      ? null
      : { shelf: this.companies.register, reading: { ...answers, found } };
  }

  /** What is suppressed now. */
  private upToDate(): Promise<void> {
    return fromPort(() => this.suppressions.upToDate());
  }

  private readerOf(editions: Editions): EditionReader {
    return new EditionReader(editions, this.today(), this.faults);
  }
}

/** What a store of readings throws says nothing of a row. What a fetch throws is for whoever asked to say. */
const faultless = (readings: Readings): Readings => ({
  kinds: readings.kinds,
  fetch: (...asked) => readings.fetch(...asked),
  kept: (...asked) => fromPort(() => readings.kept(...asked)),
  keep: (...kept) => fromPort(() => readings.keep(...kept)),
});
