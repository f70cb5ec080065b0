/** The options of a job as they are checked on submission, for whoever is asked about a job that is not sent yet. */
import { requestOf } from '../../platform/http/dto.js';
import { ProblemList } from '../../platform/http/field-errors.js';
import type { JsonObject } from '../../shared/json.js';
import type { AskedOptions } from '../../shared/options.js';
import { OptionsRequest, askedOptions } from './options.request.js';

export type CheckedOptions =
  | { readonly outcome: 'right'; readonly asked: AskedOptions }
  /** Sentences, each behind the path of its field. */
  | { readonly outcome: 'wrong'; readonly problems: readonly string[] };

export function checkedOptions(sent: JsonObject): CheckedOptions {
  const found = new ProblemList();
  const request = requestOf(OptionsRequest, sent, found, 'options.');
  const problems = Object.entries(found.problems().errors).map(
    ([path, sentences]) => `${path}: ${sentences.join(' ')}`,
  );
  return problems.length > 0
    ? { outcome: 'wrong', problems }
    : { outcome: 'right', asked: askedOptions(request) };
}
