/** One block of a row by a live check: derived again with what is fetched for it. */
import {
  answersOf,
  runLiveBlock,
  type LiveContext,
  type LiveOutcome,
} from '../../blocks/runner/run-blocks.js';
import { planOf, requestOf, rowTermsOf, type Deriving } from '../derive.js';
import type { LiveCheck } from '../live-checker.js';

/** @param spent the row has none of the searches that its job's rows share */
export async function answerLiveBlock(
  deriving: Deriving,
  { block, company_number, row, asked: named = {} }: LiveCheck,
  spent: boolean,
  context: LiveContext,
): Promise<LiveOutcome> {
  const { job, facts, asked } = deriving;
  const plan = planOf(deriving, {
    asked: [{ key: block, enabled: true }],
    row: () => row,
    request: { ...requestOf(job), ...rowTermsOf(named, spent) },
  });
  // Another process may have fetched it meanwhile.
  await asked.settled([company_number], (numbers, turn) =>
    answersOf(
      plan,
      numbers.map((number) => facts.of(number)),
      turn,
    ),
  );
  return runLiveBlock(plan, facts.of(company_number), { ...context, broughtKept: asked.broughtMore });
}
