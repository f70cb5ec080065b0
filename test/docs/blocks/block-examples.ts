/** The example of each block: the first of the golden answers that has it, else one over made data; lists are cut. */
import { BLOCKS } from '../../../packages/enrichment/src/blocks/index.js';
import { stateOf } from '../../../packages/enrichment/src/blocks/runner/define-block.js';
import type { BlockKey } from '../../../packages/contract/src/block-key.js';
import type { BlockExample } from '../../../src/api/blocks-page/blocks-page.js';
import type { MadeAnswer } from '../../rooms/blocks/codes/examples/kept-examples.js';
import type { GoldenAnswer } from '../../http/golden/golden-answers.js';

/** Longer lists are cut in examples. */
export const MAX_SHOWN = 2;

function shortened<T>(value: T): T;
function shortened(value: unknown): unknown {
  if (Array.isArray(value) && value.every((item) => typeof item === 'number')) return value;
  if (Array.isArray(value)) return value.slice(0, MAX_SHOWN).map((item: unknown) => shortened(item));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shortened(inner)]));
}

/** By block: of a real company where one has it, else over made data; one that is not there yet is left out. */
export const blockExamples = (
  answers: readonly GoldenAnswer[],
  made: readonly MadeAnswer[],
): Readonly<Partial<Record<BlockKey, BlockExample>>> =>
  Object.fromEntries(
    BLOCKS.filter((block) => stateOf(block) !== 'not_yet').flatMap(({ key }) => {
      const found = answers.find(({ blocks }) => blocks[key]?.status === 'available');
      const envelope = found?.blocks[key];
      if (found !== undefined && envelope !== undefined) {
        const { company_number, company_name } = found;
        return [[key, { company_number, company_name, envelope: shortened(envelope) }]];
      }
      return made.flatMap(({ block, data, ...one }) =>
        block === key ? [[key, { ...one, made_data: data, envelope: shortened(one.envelope) }]] : [],
      );
    }),
  );
