/** Enrichment over the editions on this machine. */
import type { BlockKey } from '../../../contract/src/block-key.js';
import { readingKind } from '../live/readings/reading-kinds.js';
import { answerRows } from './answer-rows.js';
import type {
  Editions,
  EnrichedRow,
  Enricher,
  EnrichmentBatch,
  LiveAnswer,
  LiveCheck,
  LiveChecker,
} from './enricher.js';
import type { EnricherSetup } from './enricher-setup.js';
import { checkLive } from './live/check-live.js';
import { lookUpCompanies } from './look-up/look-up.js';
import { identify } from './match.js';
import { fromPort, orIfNoAnswerYet } from './no-answer-yet.js';
import { partsOf, type Parts } from './parts.js';
import { ResolvesOfATurn } from './resolves-of-a-turn.js';

export class RegisterEnricher implements Enricher, LiveChecker {
  private readonly parts: Parts;
  private readonly resolves = new ResolvesOfATurn((batch) => answerRows(this.parts, batch, () => batch.from));

  /** @throws where blocks need each other in a circle */
  constructor(setup: EnricherSetup) {
    this.parts = partsOf(setup);
  }

  currentEditions(blocks: readonly BlockKey[]): Promise<Editions> {
    return this.parts.editions.current(blocks);
  }

  prepare(editions: Editions | null, blocks: readonly BlockKey[]): Promise<boolean> {
    return this.parts.editions.prepare(editions, blocks);
  }

  async holds(editions: Editions): Promise<boolean> {
    return this.parts.editions.holds(editions);
  }

  /** Whether the editions in force hold a number of no known form; true too where they can't be read now. */
  mayBeOnFile(number: string): Promise<boolean> {
    const { editions, suppressions } = this.parts;
    return orIfNoAnswerYet(true, async () => {
      await fromPort(() => suppressions.bringUpToDate());
      if (!(await this.prepare(null, []))) return true;
      const reader = editions.reading(await this.currentEditions([]));
      const answers = lookUpCompanies(reader, editions.companies, identify([{ company_number: number }]));
      if (typeof answers === 'string') return answers === 'source_unavailable';
      return answers.found.numbered.size > 0 || answers.found.indexUnreadable === true;
    });
  }

  enrich(batch: EnrichmentBatch): Promise<readonly EnrichedRow[]> {
    return batch.job.operation === 'resolve'
      ? this.resolves.answer(batch)
      : answerRows(this.parts, batch, (place) => batch.from + place);
  }

  check(request: LiveCheck, signal: AbortSignal): Promise<LiveAnswer> {
    const { readings } = this.parts;
    return checkLive(this.parts, request, {
      fetch: ({ kind, key }) => readings.fetch(kind, key, request.terms),
      signal,
    });
  }

  overdue(request: LiveCheck): Promise<LiveAnswer> {
    return checkLive(this.parts, request, {
      fetch: async ({ kind }) => ({ status: 'not_read', reason: readingKind(kind).absent }),
      signal: new AbortController().signal,
    });
  }

  close(): void {
    this.parts.editions.close();
  }
}
