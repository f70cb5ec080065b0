/** The body of POST /v1/enrich/jobs around its rows. */
import { listOf, type Check } from '../../platform/http/checks.js';
import { Optional, Required, isPlainObject } from '../../platform/http/dto.js';
import { BLOCK_KEYS, type BlockKey } from '../../shared/block-key.js';

const rows: Check = (value) => {
  if (!Array.isArray(value)) return [{ at: '', sentence: 'Must be a list of rows.' }];
  return value.length === 0 ? [{ at: '', sentence: 'Must have at least one row.' }] : [];
};

const options: Check = (value) => (isPlainObject(value) ? [] : [{ at: '', sentence: 'Must be an object.' }]);

export class SubmitRequest {
  @Required(rows)
  readonly rows: readonly unknown[];

  @Required(listOf({ words: BLOCK_KEYS, called: 'block' }))
  readonly blocks: readonly BlockKey[];

  @Optional(options)
  readonly options?: Readonly<Record<string, unknown>>;
}
