/**
 * Checks a pending block live: gathers the facts that the block needs, derives it, and fetches the readings
 * that it wants. The answer names nobody who was suppressed during the check.
 */
import { begin, deriveSteps } from '../../blocks/runner/run-blocks.js';
import { type LiveContext, runLiveBlock, type LiveOutcome } from '../../blocks/runner/run-live-block.js';
import { nameOf } from '../../live/readings/readings.js';
import { givenOf, keepVerdicts, planOf, type Deriving } from '../derive.js';
import type { LiveAnswer, LiveCheck } from '../enricher.js';
import { gather } from '../gather.js';
import { isSmall } from '../job-terms.js';
import { lookUpCompanies } from '../look-up/look-up.js';
import { identify, NO_REGISTER } from '../match.js';
import { fromPort, UnreadableEditionError } from '../no-answer-yet.js';
import type { Parts } from '../parts.js';
import { AskedReadings } from '../readings/asked-readings.js';
import { suppress } from '../suppress/suppress.js';
import { outcomeOf } from '../write/write-row.js';
import { sharingSearches } from './job-searches.js';

export async function checkLive(parts: Parts, check: LiveCheck, context: LiveContext): Promise<LiveAnswer> {
  const { suppressions } = parts;
  for (;;) {
    await fromPort(() => suppressions.bringUpToDate());
    const { revision } = suppressions;
    const answer = await answerOnce(parts, check, context);
    // A fetch may take minutes, in which somebody was suppressed.
    await fromPort(() => suppressions.bringUpToDate());
    if (revision === suppressions.revision) return answer;
  }
}

async function answerOnce(parts: Parts, check: LiveCheck, context: LiveContext): Promise<LiveAnswer> {
  const { block, company_number, editions: begun } = check;
  const { editions, suppressions } = parts;
  const job = { ...check.job, job_id: check.job_id };
  // The editions of the row's record may have a layout that only an earlier program reads.
  const reader = editions.reading(editions.holds(begun) ? begun : await editions.current([block]));
  const register = lookUpCompanies(reader, editions.companies, identify([{ company_number }]));
  if (register === 'source_unavailable') throw new UnreadableEditionError(NO_REGISTER.detail);
  const company = typeof register === 'string' ? register : { ...register, found: register.found.numbered };
  const { blocks, forSmallJob, forLargeJob } = editions.neededBy([block]);
  const facts = gather(isSmall(job) ? forSmallJob : forLargeJob, [company_number], reader, company);
  const outcome = await answerLiveBlock(parts, { job, blocks, facts }, check, context);
  const envelope = suppress(outcome.envelope, suppressions);
  return { outcome: outcomeOf(envelope), ...outcome, envelope };
}

/**
 * Fetches each reading once for a check: a row that gets a search after its website was refused is answered a
 * second time.
 */
function fetchingOnce(fetch: LiveContext['fetch']): LiveContext['fetch'] {
  const fetched = new Map<string, ReturnType<LiveContext['fetch']>>();
  return (name) => {
    const reading = fetched.get(nameOf(name)) ?? fetch(name);
    fetched.set(nameOf(name), reading);
    return reading;
  };
}

/** Answers one block of a row: derives it again with the readings that are fetched for it. */
export async function answerLiveBlock(
  parts: Pick<Parts, 'readings' | 'searches' | 'onFault'>,
  deriving: Deriving,
  check: LiveCheck,
  { fetch, signal }: LiveContext,
): Promise<LiveOutcome> {
  const { readings, searches } = parts;
  const { job, facts } = deriving;
  const plan = planOf(parts, deriving, [check.block]);
  const kept = new AskedReadings(readings, check.since);
  const context = { fetch: fetchingOnce(fetch), signal };
  const row = { row: check.row, asked: check.asked ?? {}, company_number: check.company_number };
  const answered = async (hasNoSearch: boolean): Promise<LiveOutcome> => {
    // Another process may have fetched it meanwhile.
    await kept.settled([row], (asking) => {
      const rows = asking.map((one) => begin(plan, givenOf(facts, one, hasNoSearch)));
      deriveSteps(plan.steps, plan, rows);
      return rows;
    });
    const given = givenOf(facts, { row, look: kept.lookOf() }, hasNoSearch);
    return runLiveBlock(plan, given, context, kept.lookUpRequested);
  };
  const [outcome] = await sharingSearches({ job, searches, notes: plan.notes }, [row], (rows, hasNoSearch) =>
    Promise.all(rows.map((one) => answered(hasNoSearch(one)))),
  );
  if (check.terms.keep) await keepVerdicts(plan.notes, readings);
  if (outcome === undefined) throw new Error(`${check.block} has no answer`);
  return outcome;
}
