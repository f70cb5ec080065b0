/**
 * Checks a pending block live: gathers the facts that the block needs, derives it, and fetches the readings
 * that it wants. The answer names nobody who was suppressed during the check.
 */
import { type LiveContext, runLiveBlock, type LiveOutcome } from '../../blocks/runner/run-live-block.js';
import { nameOf } from '../../live/readings/readings.js';
import { AskedReadings } from '../readings/asked-readings.js';
import { beginDeriving, givenOf, planOf, type Deriving, type RowToDerive } from '../derive.js';
import { gather } from '../gather.js';
import { isSmall } from '../job-terms.js';
import type { LiveAnswer, LiveCheck } from '../enricher.js';
import { lookUpCompanies } from '../look-up/look-up.js';
import { identify, NO_REGISTER } from '../match.js';
import { fromPort, UnreadableEditionError } from '../no-answer-yet.js';
import type { Parts } from '../parts.js';
import { suppress } from '../suppress/suppress.js';
import { outcomeOf } from '../write/write-row.js';
import { sharingSearches } from './job-searches.js';
import { answersOf } from '../../blocks/runner/run-blocks.js';

export async function checkLive(parts: Parts, check: LiveCheck, context: LiveContext): Promise<LiveAnswer> {
  const { suppressions } = parts;
  for (;;) {
    await fromPort(() => suppressions.upToDate());
    const { revision } = suppressions;
    const answer = await answerOnce(parts, check, context);
    // A fetch may take minutes, in which somebody was suppressed.
    await fromPort(() => suppressions.upToDate());
    if (revision === suppressions.revision) return answer;
  }
}

async function answerOnce(parts: Parts, check: LiveCheck, context: LiveContext): Promise<LiveAnswer> {
  const { block, company_number, editions: begun, since } = check;
  const { editions, readings, searches, suppressions } = parts;
  const job = { ...check.job, job_id: check.job_id };
  // The editions of the row's record may have a layout that only an earlier program reads.
  const reader = editions.reading(editions.holds(begun) ? begun : await editions.current([block]));
  const register = lookUpCompanies(reader, editions.companies, identify([{ company_number }]));
  if (register === 'source_unavailable') throw new UnreadableEditionError(NO_REGISTER.detail);
  const company = typeof register === 'string' ? register : { ...register, found: register.found.numbered };
  const { blocks, few, many } = editions.neededBy([block]);
  const facts = gather(isSmall(job) ? few : many, [company_number], reader, company);
  const deriving = beginDeriving(parts, { job, blocks, facts });
  const asked = new AskedReadings(readings, since);
  const once = { ...context, fetch: fetchingOnce(context.fetch) };
  const [outcome] = await sharingSearches(
    { job, searches, missed: deriving.missed },
    [check],
    (rows, isSpent) =>
      Promise.all(rows.map((row) => answerLiveBlock(deriving, asked, row, isSpent(row), once))),
  );
  if (check.terms.keep) await deriving.verdicts.keep(readings);
  if (outcome === undefined) throw new Error(`${block} has no answer`);
  const envelope = suppress(outcome.envelope, suppressions);
  return { outcome: outcomeOf(envelope), ...outcome, envelope };
}

/** Fetches a website only once: a row that gets a search after its website was refused is answered again. */
function fetchingOnce(fetch: LiveContext['fetch']): LiveContext['fetch'] {
  const fetched = new Map<string, ReturnType<LiveContext['fetch']>>();
  return (name) => {
    const reading = fetched.get(nameOf(name)) ?? fetch(name);
    fetched.set(nameOf(name), reading);
    return reading;
  };
}

/**
 * Answers one block of a row: derives it again with the readings that are fetched for it.
 * @param spent the row has none of the searches that its job's rows share
 */
export async function answerLiveBlock(
  deriving: Deriving,
  asked: AskedReadings,
  { block, company_number, row, asked: named = {} }: LiveCheck,
  spent: boolean,
  context: LiveContext,
): Promise<LiveOutcome> {
  const { facts } = deriving;
  const plan = planOf(deriving, [{ key: block, enabled: true }]);
  const checked: RowToDerive = { row, asked: named, match: { company: { number: company_number } }, spent };
  // Another process may have fetched it meanwhile.
  await asked.settled([checked], (asking) =>
    answersOf(
      plan,
      asking.map((one) => givenOf(facts, one)),
    ),
  );
  const given = givenOf(facts, { row: checked, look: asked.looking() });
  return runLiveBlock(plan, given, { ...context, broughtKept: asked.broughtMore });
}
