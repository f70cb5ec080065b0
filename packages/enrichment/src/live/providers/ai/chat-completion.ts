/**
 * Asks a language model behind the interface of chat completions (`POST /v1/chat/completions`), which OpenAI
 * and many servers of open models speak (https://platform.openai.com/docs/api-reference/chat/create).
 */
import { z } from 'zod';
import type { IsoDate } from '../../../../../words/src/calendar.js';
import type { JsonObject } from '../../../../../platform/src/values/json.js';
import type { ModelQuestion } from '../../../model-question.js';
import type { ProviderQuestion } from '../provider.js';

/** The model's answer: an unchecked text. */
export interface ModelReading {
  readonly asked_on: IsoDate;
  readonly model: string;
  readonly content: string;
}

/**
 * The forms of a question, tried in order. A server that doesn't know JSON mode, or a model that has one
 * temperature only, refuses the first ones.
 */
export const COMPLETION_FORMS: readonly JsonObject[] = [
  { temperature: 0, response_format: { type: 'json_object' } },
  { temperature: 0 },
  {},
];

export const completionQuestion = (
  model: string,
  { instructions, data }: ModelQuestion,
  form: JsonObject,
): ProviderQuestion => ({
  body: {
    model,
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: data },
    ],
    ...form,
  },
});

const MAX_CHARACTERS = 100_000;
const ANSWER = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().max(MAX_CHARACTERS).nullish() }),
      }),
    )
    .min(1),
});

/**
 * The model's text. Null where the body is no answer of that interface; empty where the model refused or
 * broke off.
 */
export function contentOf(body: unknown): string | null {
  const parsed = ANSWER.safeParse(body);
  if (!parsed.success) return null;
  const [choice] = parsed.data.choices;
  return choice?.finish_reason === 'length' ? '' : (choice?.message.content ?? '');
}
