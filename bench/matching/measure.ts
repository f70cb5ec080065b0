/** Asks a register for labelled names, by the way that jobs take, and counts what is right. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identify, matchRows } from '../../packages/enrichment/src/pipeline/match.js';
import { lookUp, REGISTER } from '../../packages/enrichment/src/pipeline/look-up/look-up.js';
import type { MatchOutcome } from '../../packages/enrichment/src/pipeline/matching/match-outcome.js';
import { importRegister } from '../../packages/enrichment/src/sources/kit/editions/import-register.js';
import { SourceShelf } from '../../packages/enrichment/src/sources/kit/editions/source-shelf.js';
import { sourceNamed } from '../../packages/enrichment/src/sources/index.js';
import { changedRegister, type Label, type LabelledNames } from './labelled-names.js';
import { writeTable, type SampleRegister } from './sample-rows.js';

/** What became of a name. */
export type Verdict = 'right' | 'wrong' | 'ambiguous' | 'not_matched';

export interface Judged {
  readonly kind: string;
  /** Whether a company was meant that is on file. */
  readonly findable: boolean;
  readonly verdict: Verdict;
  /** Null where nothing was matched. */
  readonly confidence: number | null;
}

/** A refusal is right where no one company was meant. */
function verdictOf(expected: string, match: MatchOutcome): Verdict {
  if (match.outcome === 'matched') return match.company.number === expected ? 'right' : 'wrong';
  if (match.reason === 'ambiguous_match') return expected === 'ambiguous' ? 'right' : 'ambiguous';
  return expected === 'none' ? 'right' : 'not_matched';
}

const judge = ({ kind, expected }: Label, match: MatchOutcome): Judged => ({
  kind,
  findable: expected !== 'none' && expected !== 'ambiguous',
  verdict: verdictOf(expected, match),
  confidence: match.outcome === 'matched' ? match.match_confidence : null,
});

const throwIt = (_where: 'row', error: unknown): never => {
  throw error;
};

/** One verdict a name, in order. */
export async function measure(
  { columns, rows }: SampleRegister,
  { labels, changes }: LabelledNames,
): Promise<Judged[]> {
  const folder = mkdtempSync(join(tmpdir(), 'matching-'));
  try {
    const file = join(folder, 'BasicCompanyData-2020-05-01.csv');
    writeFileSync(file, writeTable(columns, changedRegister(rows, changes)));
    const source = sourceNamed(REGISTER);
    const imported = await importRegister({ source, files: [file], dataDir: folder });
    if (imported.outcome !== 'imported') throw new Error('the register was not imported');
    const shelf = new SourceShelf(folder, source);
    const identified = identify(labels.map(({ asked }) => ({ company_name: asked })));
    const answers = shelf.read(imported.edition, (register) => lookUp(register, identified));
    shelf.close();
    const rules = { min_confidence: 0.5, jobRows: labels.length, onFault: throwIt };
    const matches = matchRows(identified, answers, rules);
    return labels.flatMap((label, i) => (matches[i] === undefined ? [] : [judge(label, matches[i])]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
