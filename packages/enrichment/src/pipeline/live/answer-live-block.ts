/** Answers one block of a row by a live check: derives it again with the readings that are fetched for it. */
import { answersOf } from '../../blocks/runner/run-blocks.js';
import { runLiveBlock, type LiveContext, type LiveOutcome } from '../../blocks/runner/run-live-block.js';
import type { AskedReadings } from '../readings/asked-readings.js';
import { givenOf, planOf, type Deriving, type RowToDerive } from '../derive.js';
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
