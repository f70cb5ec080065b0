/** A statement of `business_intelligence`, with the inputs that it was made from. */
import type { BlockKey } from '../../../../../contract/src/block-key.js';
import type { IsoDate } from '../../../../../words/src/calendar.js';
import type { Input } from '../../runner/value-types.js';
import type { inputOfAnswer } from '../input-terms.js';

export const TOPICS = ['growth', 'risk', 'ownership', 'people', 'property', 'funding', 'activity'] as const;

export interface IntelligenceItem {
  topic: (typeof TOPICS)[number];
  statement: string;
  date: IsoDate | null;
  blocks: BlockKey[];
  inputs: Input[];
}

/** A statement made from one block. */
export type IntelligenceStatement = Omit<IntelligenceItem, 'blocks'>;

/** Names an input of the block: its field and its value. */
export type NameInput = ReturnType<typeof inputOfAnswer>;
