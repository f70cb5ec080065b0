/** What blocks answer over made data, kept: `test/rooms/blocks/codes/blocks.spec.ts` proves it, and documents show it. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BlockKey } from '../../../../../packages/contract/src/block-key.js';
import type { GoldenEnvelope } from '../../../../http/golden/golden-answers.js';

export interface MadeAnswer {
  readonly block: BlockKey;
  readonly company_number: string;
  readonly company_name: string;
  /** What the data are. */
  readonly data: string;
  readonly envelope: GoldenEnvelope;
}

const FOLDER = join(__dirname, 'answers');
export const keptExample = (block: BlockKey): string => join(FOLDER, `${block}.json`);

/** By the key of the block. */
export const madeAnswers = (): readonly MadeAnswer[] =>
  readdirSync(FOLDER)
    .sort()
    .map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as MadeAnswer);
