/** The files that the labelled names are kept in, and what is written from the measurement. */
import { join } from 'node:path';
import Papa from 'papaparse';
import type { LabelledNames } from './labelled-names.js';
import type { Judged } from './measure.js';
import { measuredShares, tableOfConfidences, tableOfKinds, type MeasuredMatches } from './report.js';

const FOLDER = join('samples', 'company-names');
const csv = (rows: readonly object[]): string => `${Papa.unparse([...rows], { newline: '\n' })}\n`;

/** Path, from the root, and text of each. */
export const labelFiles = ({ labels, changes }: LabelledNames): ReadonlyMap<string, string> =>
  new Map([
    [join(FOLDER, 'labels.csv'), csv(labels)],
    [join(FOLDER, 'changes.csv'), csv(changes)],
  ]);

/** What the catalogue publishes. */
export const measuredMatches = (judged: readonly Judged[], measured_on: string): MeasuredMatches => ({
  measured_on,
  names: judged.length,
  ...measuredShares(judged),
});

/** The part of docs/matching.md that is made by the measurement. */
export const reportText = (judged: readonly Judged[], measuredOn: string): string =>
  [
    `Measured on ${measuredOn}: ${judged.length} names.`,
    '## By kind of name',
    tableOfKinds(judged),
    '## By confidence',
    tableOfConfidences(judged),
  ].join('\n\n');
