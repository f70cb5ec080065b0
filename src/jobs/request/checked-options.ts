/** Checks the options of a job as a submission does, for tools that estimate a job before it is sent. */
import { requestOf } from '../../../packages/platform/src/http/dto.js';
import { ProblemList } from '../../../packages/platform/src/http/field-errors.js';
import type { JsonObject } from '../../../packages/platform/src/values/json.js';
import type { RequestedOptions } from '../../../packages/contract/src/options.js';
import { OptionsRequest, requestedOptions } from './options.request.js';

export type CheckedOptions =
  | { readonly outcome: 'right'; readonly options: RequestedOptions }
  /** Each problem is a sentence after the path of its field. */
  | { readonly outcome: 'wrong'; readonly problems: readonly string[] };

export function checkOptions(options: JsonObject): CheckedOptions {
  const problemList = new ProblemList();
  const request = requestOf(OptionsRequest, options, problemList, 'options.');
  const problems = Object.entries(problemList.problems().errors).map(
    ([path, sentences]) => `${path}: ${sentences.join(' ')}`,
  );
  return problems.length > 0
    ? { outcome: 'wrong', problems }
    : { outcome: 'right', options: requestedOptions(request) };
}
