/**
 * Enrichment over the editions on this machine: match each row of a batch to a company, gather what the
 * needed sources have for them, derive their blocks, write their JSON. A fault of one row or block concerns
 * no other.
 */
import { BLOCK_CATALOGUE, type BlockCatalogue } from '../blocks/index.js';
import { factsOf, factsOfFew, inOrderOfNeeds } from '../blocks/runner/needs-graph.js';
import type { OnFault } from '../blocks/runner/plan-blocks.js';
import type { LiveContext } from '../blocks/runner/run-blocks.js';
import { JOINED_FACTS, KEYED_FACTS } from '../sources/facts/index.js';
import { readingKind } from '../live/readings/reading-kinds.js';
import { nameOf, type Readings } from '../live/readings/readings.js';
import { clockDay } from '../../../platform/src/time/clock.js';
import { SharedReadings } from '../live/readings/shared-readings.js';
import { sortBlockKeys, type BlockKey } from '../../../contract/src/block-key.js';
import { memoizeRecent } from '../../../words/src/memoize.js';
import type { IsoDate } from '../../../words/src/calendar.js';
import type { Source } from '../sources/define-source.js';
import { SourceShelf } from '../sources/kit/editions/source-shelf.js';
import { SOURCES } from '../sources/index.js';
import { AskedSitesReader } from './asked-sites.js';
import { AskedReadings } from './asked-readings.js';
import { answerLiveBlock } from './live/answer-live-block.js';
import { deriver, enabledBlocks, isSmall, orFault, type Deriving } from './derive.js';
import {
  NO_SUPPRESSION_LIST,
  type EditionsElsewhere,
  type EnricherSetup,
  type Suppressions,
} from './enricher-setup.js';
import type { Editions, EnrichedRow, Enricher, EnrichmentBatch, EnrichmentJob } from './enricher.js';
import { EditionFaults, EditionReader } from './edition-reader.js';
import { faultless } from './faultless-readings.js';
import { failedRow } from './write/failed-row.js';
import { gather, gatheringOf, shelvesOf, type KnownFacts } from './gather.js';
import { OWN_SEARCHES, sharingSearches, type IsSpent, type JobSearches } from './live/job-searches.js';
import type { LiveAnswer, LiveCheck, LiveChecker } from './live-checker.js';
import {
  companyShelves,
  lookUpCompanies,
  refuseUnread,
  shelvesAsked,
  type CompanyShelves,
} from './look-up.js';
import { identify, matchedCompanies, matchRows, NO_REGISTER } from './match.js';
import { fromPort, orIfNoAnswerYet, UnreadableEditionError } from './no-answer-yet.js';
import { NotedVerdicts } from './noted-verdicts.js';
import { ResolvesOfATurn } from './resolves-of-a-turn.js';
import { SuppressedReadings } from './suppress/suppressed-readings.js';
import { RowWriter } from './write/row-writer.js';
import { outcomeOf } from './write/shared-outcomes.js';

/** Lists of blocks, which clients choose, for which is remembered what they read. */
const MOST_LISTS = 200;

/** The input of the last steps. */
interface ToDerive {
  readonly job: EnrichmentJob;
  readonly keys: readonly BlockKey[];
  readonly reader: EditionReader;
  readonly answers: ReturnType<typeof lookUpCompanies>;
  readonly numbers: readonly string[];
  /** Register records of these companies: they needn't be read again. */
  readonly found: ReadonlyMap<string, unknown>;
  /** As in `Readings.kept`. */
  readonly since: string | null;
  /** Whether what is made may be kept. */
  readonly keep: boolean;
}

export class RegisterEnricher implements Enricher, LiveChecker {
  /** Where companies are looked up. */
  private readonly companies: CompanyShelves;
  private readonly shelves: readonly SourceShelf[];
  private readonly facts: KnownFacts;
  private readonly catalogue: BlockCatalogue;
  private readonly readings: Readings;
  private readonly suppressions: Suppressions;
  private readonly elsewhere: EditionsElsewhere | null;
  private readonly searches: JobSearches;
  private readonly onFault: OnFault;
  private readonly faults: EditionFaults;
  private readonly today: () => IsoDate;
  /** By blocks, joined by commas. */
  private readonly readFor = memoizeRecent(MOST_LISTS, (list: string) => this.whatIsRead(list));
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
    this.facts = { joined: facts ?? JOINED_FACTS, keyed: KEYED_FACTS };
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
      for (const shelf of this.readFor(blocks.join()).shelves) {
        this.faults.canBegin(shelf);
        const edition = shelf.current();
        if (edition !== null) editions[shelf.source.name] = edition;
      }
      return editions;
    });
  }

  async prepare(editions: Editions | null, blocks: readonly BlockKey[]): Promise<boolean> {
    const { elsewhere } = this;
    const { shelves } = this.readFor(blocks.join());
    const sources = shelves.map(({ source }) => source.name);
    if (elsewhere !== null && (await elsewhere.bring(editions, sources)) !== null) return false;
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

  /** Whether the editions in force hold a number of no known form; true too where they can't be read now. */
  mayBeOnFile(number: string): Promise<boolean> {
    return orIfNoAnswerYet(true, async () => {
      await this.upToDate();
      if (!(await this.prepare(null, []))) return true;
      const reader = this.readerOf(await this.currentEditions([]));
      const answers = lookUpCompanies(reader, this.companies, identify([{ company_number: number }]));
      if (typeof answers === 'string') return answers === 'source_unavailable';
      return answers.found.numbered.size > 0 || answers.found.indexUnreadable === true;
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
    const outcomes = matchRows(identified, typeof answers === 'string' ? answers : answers.found, rules);
    refuseUnread(answers, outcomes);
    const found = matchedCompanies(outcomes);
    const about = { job, keys: enabledBlocks(job), reader, answers, numbers: [...found.keys()], found };
    const matched = outcomes.map((match, i) => ({ match, row: indexOf(i), asked: rows[i] ?? {} }));
    const writer = new RowWriter(sortBlockKeys(job.blocks));
    const terms = { ...about, since: null, keep: job.stored !== false };
    return this.derived(terms, matched, (deriving, rows, isSpent) => {
      const blocksOf = deriver(deriving);
      return deriving.asked.settled(rows, (some, turn) => {
        const toDerive = some.map(({ match, row, asked }) =>
          match.outcome === 'refused'
            ? null
            : { row, number: match.company.number, asked, spent: isSpent({ row }) },
        );
        const blocks = blocksOf(toDerive, turn);
        return some.map(({ match, row, asked }, i) => {
          if (match.outcome === 'refused') return failedRow(row, asked, match.reason, match);
          const envelopes = blocks[i] ?? null;
          const written = envelopes && orFault(onFault, () => writer.delivered(asked, match, envelopes));
          return written ?? failedRow(row, asked, 'resolver_error');
        });
      });
    });
  }

  /**
   * The last steps of every answer: gathers what is on file of companies, derives rows with that and with
   * what is kept of readings, and keeps what is to be remembered of them.
   * @param answer how rows are answered, of which some may have none of the searches that their job shares
   */
  private async derived<T extends { readonly row: number }, A>(
    { job, keys, reader, answers, numbers, found, since, keep }: ToDerive,
    rows: readonly T[],
    answer: (deriving: Deriving, rows: readonly T[], isSpent: IsSpent) => Promise<A[]>,
  ): Promise<A[]> {
    const { readings, searches, suppressions: suppressed, onFault } = this;
    const { blocks, many, few } = this.readFor(keys.join());
    const { register: shelf } = this.companies;
    const read = typeof answers === 'string' ? null : { shelf, reading: { ...answers, found } };
    const facts = gather(isSmall(job) ? few : many, numbers, reader, read);
    const asked = new AskedReadings(readings, since);
    const verdicts = new NotedVerdicts();
    const missed = new Set<number>();
    const told = { onFault, onVerdict: verdicts.note, missed };
    const deriving = { job, blocks, facts, kinds: readings.kinds, asked, suppressed, ...told };
    const derived = await sharingSearches({ job, searches, missed }, rows, (some, isSpent) =>
      answer(deriving, some, isSpent),
    );
    if (keep) await verdicts.keep(readings);
    return derived;
  }

  check(request: LiveCheck, signal: AbortSignal): Promise<LiveAnswer> {
    const fetch: LiveContext['fetch'] = ({ kind, key }) => this.readings.fetch(kind, key, request.terms);
    return this.answerLive(request, { fetch, signal });
  }

  overdue(request: LiveCheck): Promise<LiveAnswer> {
    const fetch: LiveContext['fetch'] = ({ kind }) =>
      Promise.resolve({ status: 'not_read', reason: readingKind(kind).absent });
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
    const { block, company_number, editions, job_id, since } = request;
    // Those of the row's record may be of a layout that only the program before reads.
    const readable = (await this.holds(editions)) ? editions : await this.currentEditions([block]);
    const reader = this.readerOf(readable);
    const answers = lookUpCompanies(reader, this.companies, identify([{ company_number }]));
    if (answers === 'source_unavailable') throw new UnreadableEditionError(NO_REGISTER.detail);
    const found = typeof answers === 'string' ? new Map() : answers.found.numbered;
    const about = { job: { ...request.job, job_id }, keys: [block], reader, answers, found, since };
    // A row that gets a search once its website was refused is answered again; the website isn't read again.
    const fetched = new Map<string, ReturnType<LiveContext['fetch']>>();
    const fetch: LiveContext['fetch'] = (name) => {
      const reading = fetched.get(nameOf(name)) ?? context.fetch(name);
      fetched.set(nameOf(name), reading);
      return reading;
    };
    const terms = { ...about, numbers: [company_number], keep: request.terms.keep };
    const [outcome] = await this.derived(terms, [request], (deriving, rows, isSpent) =>
      Promise.all(rows.map((row) => answerLiveBlock(deriving, row, isSpent(row), { ...context, fetch }))),
    );
    if (outcome === undefined) throw new Error(`${block} has no answer`);
    return { outcome: outcomeOf(outcome.envelope), ...outcome };
  }

  close(): void {
    for (const shelf of new Set([...shelvesAsked(this.companies), ...this.shelves])) shelf.close();
  }

  /** What these blocks and all that they need read, in the order of needs, and from which editions. */
  private whatIsRead(list: string) {
    // The text is a list of keys that was joined; without any it is empty, and no block has that key.
    const blocks = inOrderOfNeeds(list.split(',') as BlockKey[], this.catalogue);
    const many = gatheringOf(new Set(blocks.flatMap(factsOf)), this.shelves, this.facts);
    const few = gatheringOf(new Set(blocks.flatMap(factsOfFew)), this.shelves, this.facts);
    // A chunk doesn't tell how many rows its job has: it names also the editions that only few rows need.
    const shelves = [...new Set([...shelvesAsked(this.companies), ...shelvesOf(few)])];
    return { blocks, many, few, shelves };
  }

  /** What is suppressed now. */
  private upToDate(): Promise<void> {
    return fromPort(() => this.suppressions.upToDate());
  }

  private readerOf(editions: Editions): EditionReader {
    return new EditionReader(editions, this.today(), this.faults);
  }
}
