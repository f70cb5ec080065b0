/**
 * Asks a language model behind the interface of chat completions, which many servers speak
 * (https://platform.openai.com/docs/api-reference/chat/create).
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

/** The forms of a question, tried in order: some servers know no JSON mode, some models one temperature. */
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

/** The model's text; null: the body is no such answer; empty: the model refused or broke off. */
export function contentOf(body: unknown): string | null {
  const parsed = ANSWER.safeParse(body);
  if (!parsed.success) return null;
  const [choice] = parsed.data.choices;
  return choice?.finish_reason === 'length' ? '' : (choice?.message.content ?? '');
}
