/** What is told before money is spent: what would be charged anew, and companies that the list names twice. */
import { existsSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import type { CompanyData, ListPlan } from '../../../packages/client/src/index.js';
import { nameIn } from '../../billing/estimate/named-rows.js';
import { NotDone, WrongRequest } from '../../operator/refusal.js';
import { countText } from '../../shared/text/formats.js';
import type { Questions } from '../install/questions.js';
import type { Output } from '../output.js';
import { mostText } from './cost.js';
import type { EnrichSettings } from './enrich-settings.js';
import type { KeptRuns } from './kept-plan.js';
import { listed, type ListFile, type ListedRow } from './list.js';

interface Wish {
  readonly settings: EnrichSettings;
  readonly plan: ListPlan;
  /** Null: nothing is known of an earlier run of this file of results. */
  readonly kept: KeptRuns | null;
  /** Null: nobody can be asked. */
  readonly questions: Questions | null;
}

/** @throws WrongRequest where rows would be charged anew and nobody has agreed to it; NotDone where somebody said no */
export async function beforeSending(client: CompanyData, out: Output, wish: Wish): Promise<void> {
  const { settings, plan, kept, questions } = wish;
  const known = new Set(kept?.[settings.run]?.keys ?? []);
  const rows = plan.jobs.reduce((sum, job) => sum + (known.has(job.idempotency_key) ? 0 : job.rows), 0);
  if (rows === 0 || kept?.[settings.run]?.keys === null) return;
  const anew = reasonOf(wish);
  const told: string[] = [];
  if (anew !== null)
    told.push(
      `${anew}: ${countText(rows, 'row')} would be charged anew, at most ${await mostText(client, settings.blocks, rows)}.`,
    );
  const twice = await repeated(settings);
  if (twice !== null)
    told.push(
      `${twice.text} Each is charged: at most ${await mostText(client, settings.blocks, twice.rows)}.`,
    );
  if (told.length === 0) return;
  if (anew !== null && !settings.yes && questions === null)
    throw new WrongRequest(
      'charged_anew',
      `${told.join(' ')} Nothing was sent. --yes sends it; --run LABEL asks for the whole list anew; another --out keeps these results.`,
    );
  for (const sentence of told) out.message(sentence);
  if (settings.yes || questions === null) return;
  const answer = await questions.ask({ words: 'Send it (yes or no)?', enter: 'no', read: yesOrNo });
  if (!answer) throw new NotDone('not_sent', 'Nothing was sent.');
}

const yesOrNo = (words: string): boolean => {
  const word = words.trim().toLowerCase();
  if (['y', 'yes', 'n', 'no'].includes(word)) return word.startsWith('y');
  throw new InvalidArgumentError('Answer yes or no.');
};

/** Why rows would be charged although results are there; null: nothing was asked for before, or another run is wanted. */
function reasonOf({ settings, plan, kept }: Wish): string | null {
  const { out, run, rowsPerJob } = settings;
  if (kept === null)
    return wasCutOtherwise(plan) && existsSync(out) ? `${out} may be of this list, cut otherwise` : null;
  const before = kept[run];
  if (before === undefined && run !== '') return null;
  return before !== undefined && rowsPerJob !== null && rowsPerJob !== before.asked
    ? `--rows-per-job ${rowsPerJob} cuts the list otherwise than ${out} was made`
    : `The list, its blocks or its options are not those that ${out} was made of`;
}

/** Whether an earlier version, which kept no plan once it was done, would have cut the list otherwise. */
function wasCutOtherwise({ state, jobs }: ListPlan): boolean {
  const before = jobs.slice(0, -1);
  return before.some(({ rows }) => rows !== state.rows_per_job);
}

/** Rows that name what an earlier one names; null: there are none. */
async function repeated(list: ListFile): Promise<{ text: string; rows: number } | null> {
  const seen = new Map<string, Pick<ListedRow, 'row' | 'line'>>();
  let [rows, first] = [0, ''];
  for await (const item of listed(list)) {
    const name = 'asked' in item ? nameIn(item.asked) : null;
    if (name === null || !('asked' in item)) continue;
    const earlier = seen.get(name);
    if (earlier === undefined) seen.set(name, { row: item.row, line: item.line });
    else {
      rows += 1;
      first ||= `row ${item.row} (line ${item.line}) names that of row ${earlier.row} (line ${earlier.line})`;
    }
  }
  if (rows === 0) return null;
  const subject = rows === 1 ? '1 row names' : `${countText(rows, 'row')} name`;
  return {
    text: `${subject} a company that an earlier row names: ${first}${rows === 1 ? '' : ', and so on'}.`,
    rows,
  };
}
