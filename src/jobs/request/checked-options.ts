/** Checks the options of a job as a submission does, for the estimate of a job that is not sent yet. */
import { requestOf } from '../../../packages/platform/src/http/dto.js';
import { ProblemList } from '../../../packages/platform/src/http/field-errors.js';
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import type { RequestedOptions } from '../../../packages/contract/src/options.js';
import { OptionsRequest, requestedOptions } from './options.request.js';

export type CheckedOptions =
  | { readonly outcome: 'valid'; readonly options: RequestedOptions }
  /** Each problem is the path of a field, a colon and sentences. */
  | { readonly outcome: 'invalid'; readonly problems: readonly string[] };

export function checkOptions(options: JsonObject): CheckedOptions {
  const problemList = new ProblemList();
  const request = requestOf(OptionsRequest, options, problemList, 'options.');
  const problems = Object.entries(problemList.problems().errors).map(
    ([path, sentences]) => `${path}: ${sentences.join(' ')}`,
  );
  return problems.length > 0
    ? { outcome: 'invalid', problems }
    : { outcome: 'valid', options: requestedOptions(request) };
}
