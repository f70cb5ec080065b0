/** Reads and checks the parameters of GET /v1/usage (Spec 5.10). */
import { refusePastedKeys } from '../../access/pasted-keys.js';
import { oneOf, text } from '../../../packages/platform/src/http/checks.js';
import { Optional, requestOf } from '../../../packages/platform/src/http/dto.js';
import { ProblemList, type FieldProblems } from '../../../packages/platform/src/http/field-errors.js';
import { parseQuery, singleParameters } from '../../../packages/platform/src/http/query/query-string.js';
import { MAX_RANGE_DAYS, usageRange, type RangeProblem, type UsageRange } from './usage-range.js';
import type { Granularity } from './usage-schemas.js';

const GRANULARITIES: readonly Granularity[] = ['block', 'day'];
/** The maximum length of a parameter. No date or id is as long. The form of a date or id is checked later. */
const MAX_CHARACTERS = 10_000;

class UsageRequest {
  @Optional(text(MAX_CHARACTERS))
  readonly from?: string;

  @Optional(text(MAX_CHARACTERS))
  readonly to?: string;

  @Optional(oneOf(GRANULARITIES))
  readonly granularity?: Granularity;

  @Optional(text(MAX_CHARACTERS))
  readonly job_id?: string;
}

const USAGE_PARAMETERS: ReadonlySet<string> = new Set(['from', 'to', 'granularity', 'job_id']);

export type ParsedUsage =
  | {
      readonly outcome: 'parsed';
      readonly range: UsageRange;
      readonly granularity: Granularity;
      /** The id that the client sent; null: all jobs. */
      readonly jobId: string | null;
    }
  | { readonly outcome: 'refused'; readonly problems: FieldProblems };

const NO_DATE = 'Must be a date of the calendar from 1900-01-01 on, YYYY-MM-DD.';

/** The fields and the sentence of each problem. A problem of both dates is reported under each date. */
const PROBLEM_TEXTS: Readonly<Record<RangeProblem, { fields: readonly string[]; sentence: string }>> = {
  from_is_no_date: { fields: ['from'], sentence: NO_DATE },
  to_is_no_date: { fields: ['to'], sentence: NO_DATE },
  from_after_to: { fields: ['from', 'to'], sentence: 'from must not be later than to.' },
  too_long: {
    fields: ['from', 'to'],
    sentence: `The range may have ${MAX_RANGE_DAYS} days, both ends included.`,
  },
};

export function parseUsage(queryText: string, today: Date): ParsedUsage {
  const problems = new ProblemList();
  const parameters = singleParameters(parseQuery(queryText, problems), USAGE_PARAMETERS, problems);
  refusePastedKeys(parameters, problems);
  const request = requestOf(UsageRequest, Object.fromEntries(parameters), problems);
  const { from, to, granularity = 'block', job_id = null } = request;
  const dates = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  const range = usageRange(dates, today);
  if ('problems' in range) {
    for (const problem of range.problems) {
      const { fields, sentence } = PROBLEM_TEXTS[problem];
      for (const field of fields) problems.add(field, sentence);
    }
  }
  if (problems.total > 0 || 'problems' in range) return { outcome: 'refused', problems: problems.problems() };
  return { outcome: 'parsed', range, granularity, jobId: job_id };
}
