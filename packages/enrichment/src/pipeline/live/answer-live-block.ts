/** One block of a row by a live check: derived again with what is fetched for it. */
import { answersOf } from '../../blocks/runner/run-blocks.js';
import { runLiveBlock, type LiveContext, type LiveOutcome } from '../../blocks/runner/run-live-block.js';
import type { AskedReadings } from '../readings/asked-readings.js';
import { planOf, type Deriving } from '../derive.js';
import { rowTermsOf } from '../job-terms.js';
import type { LiveCheck } from '../live-checker.js';

/** @param spent the row has none of the searches that its job's rows share */
export async function answerLiveBlock(
  deriving: Deriving,
  asked: AskedReadings,
  { block, company_number, row, asked: named = {} }: LiveCheck,
  spent: boolean,
  context: LiveContext,
): Promise<LiveOutcome> {
  const { facts } = deriving;
  const plan = planOf(deriving, [{ key: block, enabled: true }]);
  const terms = rowTermsOf(named, spent);
  const given = () => ({ row, facts: facts.of(company_number), terms });
  // Another process may have fetched it meanwhile.
  await asked.settled([block], (asking) =>
    answersOf(
      plan,
      asking.map(({ look }) => ({ ...given(), look })),
    ),
  );
  return runLiveBlock(
    plan,
    { ...given(), look: asked.looking() },
    { ...context, broughtKept: asked.broughtMore },
  );
}
