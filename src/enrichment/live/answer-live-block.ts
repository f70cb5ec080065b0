/** One block of a row by a live check: derived again with what is fetched for it. */
import type { BlockDefinition } from '../../blocks/runner/define-block.js';
import { planBlocks, type ChunkFacts, type ChunkTerms } from '../../blocks/runner/plan-blocks.js';
import {
  answersOf,
  runLiveBlock,
  type LiveContext,
  type LiveOutcome,
} from '../../blocks/runner/run-blocks.js';
import { nameOf, type Readings } from '../../live/readings/readings.js';
import type { Suppressed } from '../../shared/suppression/suppressed.js';
import { AskedReadings } from '../asked-readings.js';
import { censorOf, fetchingIn, requestOf, rowTermsOf } from '../derive.js';
import { sharingSearches, type JobSearches } from './job-searches.js';
import type { LiveCheck } from '../live-checker.js';

interface Known extends Pick<ChunkTerms, 'onFault' | 'onVerdict'> {
  /** The block and all that it needs, in the order of needs. */
  readonly blocks: readonly BlockDefinition[];
  readonly facts: ChunkFacts;
  readonly readings: Readings;
  readonly searches: JobSearches;
  readonly suppressed: Suppressed;
}

export async function answerLiveBlock(
  request: LiveCheck,
  { blocks, facts, readings, searches, suppressed, ...told }: Known,
  context: LiveContext,
): Promise<LiveOutcome> {
  const { block, company_number, job, job_id, row } = request;
  const { options } = job;
  const asked = new AskedReadings(readings, request.since);
  const missed = new Set<number>();
  const terms = {
    missing: facts.missing,
    fetching: fetchingIn({ job, blocks, kinds: readings.kinds }),
    kept: asked.look,
    options,
    min_confidence: options.min_confidence,
    censor: censorOf(suppressed),
    ...told,
    onSearchMissed: () => void missed.add(row),
  };
  // A row that gets a search once its website was refused is answered again, and that website is not read again.
  const fetched = new Map<string, ReturnType<LiveContext['fetch']>>();
  const fetch: LiveContext['fetch'] = (name) => {
    const reading = fetched.get(nameOf(name)) ?? context.fetch(name);
    fetched.set(nameOf(name), reading);
    return reading;
  };
  const answer = async (spent: boolean): Promise<LiveOutcome> => {
    const own = { ...requestOf(job), ...rowTermsOf(request.asked ?? {}, spent) };
    const plan = planBlocks(blocks, [{ key: block, enabled: true }], { ...terms, request: own });
    // Another process may have fetched it meanwhile.
    await asked.settled([company_number], (numbers, turn) =>
      answersOf(
        plan,
        numbers.map((number) => facts.of(number)),
        turn,
      ),
    );
    return runLiveBlock(plan, facts.of(company_number), {
      ...context,
      fetch,
      broughtKept: asked.broughtMore,
    });
  };
  const sharing = { job: { ...job, job_id }, searches, missed };
  const [outcome] = await sharingSearches(sharing, [request], (rows, isSpent) =>
    Promise.all(rows.map((one) => answer(isSpent(one)))),
  );
  if (outcome === undefined) throw new Error(`${block} has no answer`);
  return outcome;
}
