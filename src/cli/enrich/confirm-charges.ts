/** Warns before rows are charged again, or charged twice because the list names a company twice. */
import { existsSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import type { CompanyData, ListPlan, Options } from '../../../packages/client/src/index.js';
import { NotDone, WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { countText } from '../../../packages/words/src/text/formats.js';
import type { Questions } from '../install/questions.js';
import type { Output } from '../output.js';
import { highestCostText } from './cost.js';
import type { StoredRuns } from './stored-runs.js';
import type { ListFile } from './list-source.js';
import type { SameCompanies } from './read-list.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';

interface ChargesToConfirm {
  readonly settings: EnrichSettings;
  readonly plan: ListPlan;
  readonly sameCompanies: SameCompanies;
  /** Earlier runs with the same file of results; null: none is known. */
  readonly earlierRuns: StoredRuns | null;
  /** Null: there is no terminal to ask on. */
  readonly questions: Questions | null;
}

/** @throws WrongRequest where rows would be charged again without consent; NotDone where the user says no */
export async function confirmCharges(
  client: CompanyData,
  out: Output,
  request: ChargesToConfirm,
): Promise<void> {
  const { settings, plan, sameCompanies, earlierRuns, questions } = request;
  const plannedKeys = new Set(earlierRuns?.[settings.runLabel]?.keys ?? []);
  const rowCount = plan.jobs.reduce(
    (sum, job) => sum + (plannedKeys.has(job.idempotency_key) ? 0 : job.rows),
    0,
  );
  if (rowCount === 0 || earlierRuns?.[settings.runLabel]?.keys === null) return;
  const reason = chargedAgainReason(request);
  const warnings: string[] = [];
  if (reason !== null)
    warnings.push(
      `${reason}: ${countText(rowCount, 'row')} would be charged again, at most ${await highestCostText(client, settings.blocks, rowCount)}.`,
    );
  if (sameCompanies.text !== '') {
    const maxCostText = await highestCostText(client, settings.blocks, sameCompanies.firstRowByRow.size);
    if (settings.dedupe)
      out.message(
        `${sameCompanies.text} Such rows aren't sent and take that row's answer, which saves at most ${maxCostText}.`,
      );
    else warnings.push(`${sameCompanies.text} Each is charged: at most ${maxCostText}.`);
  }
  if (warnings.length === 0) return;
  if (reason !== null && !settings.isConfirmed && questions === null)
    throw new WrongRequest(
      'charged_anew',
      `${warnings.join(' ')} Nothing was sent. --yes sends it; --run LABEL submits the whole list again; another --out keeps these results.`,
    );
  for (const sentence of warnings) out.message(sentence);
  if (settings.isConfirmed || questions === null) return;
  const isAccepted = await questions.ask({
    text: 'Send it (yes or no)?',
    defaultAnswer: 'no',
    parse: parseYesOrNo,
  });
  if (!isAccepted) throw new NotDone('not_sent', 'Nothing was sent.');
}

const parseYesOrNo = (text: string): boolean => {
  const answer = text.trim().toLowerCase();
  if (['y', 'yes', 'n', 'no'].includes(answer)) return answer.startsWith('y');
  throw new InvalidArgumentError('Answer yes or no.');
};

/** Returns why rows would be charged again; null: the list is new, or its run has a new label. */
function chargedAgainReason({ settings, plan, earlierRuns }: ChargesToConfirm): string | null {
  const { out, runLabel, rowsPerJob } = settings;
  if (earlierRuns === null)
    return wouldHaveBeenSplitDifferently(plan) && existsSync(out)
      ? `${out} may be this list, split differently`
      : null;
  const earlierRun = earlierRuns[runLabel];
  if (earlierRun === undefined && runLabel !== '') return null;
  return earlierRun !== undefined && rowsPerJob !== null && rowsPerJob !== earlierRun.rowsPerJobOption
    ? `--rows-per-job ${rowsPerJob} splits the list differently than for ${out}`
    : `The list, its blocks or its options differ from those of ${out}`;
}

/**
 * Tells whether earlier versions of this command would have split the list differently. They filled every job
 * but the last, and kept no plan after a finished run.
 */
function wouldHaveBeenSplitDifferently({ state, jobs }: ListPlan): boolean {
  const allButLast = jobs.slice(0, -1);
  return allButLast.some(({ rows }) => rows !== state.rows_per_job);
}

export interface EnrichSettings extends ListFile {
  readonly blocks: readonly BlockKey[];
  readonly options: Options | undefined;
  /** The run's label. Another label makes another run of the same list, which is charged again. */
  readonly runLabel: string;
  /** Rows of one job; null: as many as the key may send. */
  readonly rowsPerJob: number | null;
  /** Path of the file of results. */
  readonly out: string;
  /** Path of the file that keeps how the list was split and the idempotency keys of its planned jobs. */
  readonly planFile: string;
  /** The user agreed with `--yes` that rows may be charged again. */
  readonly isConfirmed: boolean;
  /** Sends rows that name the same company once. */
  readonly dedupe: boolean;
  /** Sends only the rows that failed in an earlier run. */
  readonly onlyFailed: boolean;
  /** Leaves out the columns of the list. */
  readonly onlyResults: boolean;
  /** The time without an answer before giving up. */
  readonly patienceMs: number;
}
