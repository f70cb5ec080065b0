/** What the public register answered of four real companies, out of the files that ship in `samples/`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(__dirname, '..', '..', '..', 'samples', 'register-answers');

const SOURCES = ['companies', 'psc', 'officers', 'charges', 'filings'] as const;
export type AnsweredSource = (typeof SOURCES)[number];

/** A line of such a file (Contract 9.3). */
export interface ShippedAnswer {
  readonly company_number: string;
  readonly resource: string;
  readonly fetched_at: string;
  readonly data: unknown;
}

/** A source's file, as `register import` takes it. */
export const answersFile = (source: AnsweredSource): string => join(FOLDER, `${source}.jsonl`);

const read = (source: AnsweredSource): ShippedAnswer[] =>
  readFileSync(answersFile(source), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ShippedAnswer);

/** Every answer that ships, in the order of the files. */
export const shippedAnswers = (): ShippedAnswer[] => SOURCES.flatMap(read);

let answers: readonly ShippedAnswer[] | undefined;

/** The body of one answer; null where none ships. @param resource as the register names it: `officers` */
export function shippedAnswer(number: string, resource: string): unknown {
  answers ??= shippedAnswers();
  const found = answers.find((each) => each.company_number === number && each.resource === resource);
  return found?.data ?? null;
}
