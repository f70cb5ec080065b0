/** Defines a statement of `business_intelligence`, with the inputs that it was made from. */
import { z } from 'zod';
import { blockKey, input, isoDate, text } from '../../runner/value-types.js';
import type { inputOfAnswer } from '../input-terms.js';

export const TOPICS = ['growth', 'risk', 'ownership', 'people', 'property', 'funding', 'activity'] as const;

export const intelligenceItem = z.strictObject({
  topic: z.enum(TOPICS),
  statement: text,
  date: isoDate.nullable(),
  blocks: z.array(blockKey),
  inputs: z.array(input),
});
export type IntelligenceItem = z.output<typeof intelligenceItem>;

/** A statement made from one block. */
export type IntelligenceStatement = Omit<IntelligenceItem, 'blocks'>;

/** Names an input of the block: its field and its value. */
export type NameInput = ReturnType<typeof inputOfAnswer>;
