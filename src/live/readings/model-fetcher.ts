/** What a language model answers as a reading. */
import {
  COMPLETION_FORMS,
  completionQuestion,
  contentOf,
  type ModelReading,
} from '../providers/ai/chat-completion.js';
import type { AskPriority, Provider, ProviderAnswer } from '../providers/provider.js';
import type { ModelQuestion } from '../../shared/model-question.js';
import { askedNow, notAnswered } from './asking-provider.js';
import type { NotRead, Checked } from './readings.js';

/** A server answers so to a parameter that it doesn't take. */
const NOT_TAKEN: ReadonlySet<number | null> = new Set([400, 422]);

type Read = { readonly status: 'read'; readonly reading: ModelReading; readonly checked: Checked };

/** @param model the one that the server is asked for */
export function modelFetcher(ai: Provider, model: string) {
  /** The first form that the server has not refused. */
  let form = 0;

  async function asked(question: ModelQuestion, priority: AskPriority): Promise<ProviderAnswer> {
    for (let at = form; ; at += 1) {
      const answer = await ai.ask(completionQuestion(model, question, COMPLETION_FORMS[at] ?? {}), priority);
      if (answer.status === 'answered') form = at;
      const refused = answer.status === 'unavailable' && NOT_TAKEN.has(answer.http_status);
      if (!refused || at >= COMPLETION_FORMS.length - 1) return answer;
    }
  }

  return async (key: string, priority: AskPriority): Promise<Read | NotRead> => {
    // Blocks write the question so.
    const answer = await asked(JSON.parse(key) as ModelQuestion, priority);
    if (answer.status !== 'answered') return notAnswered(answer, 'source_unavailable');
    const content = contentOf(answer.body);
    if (content === null) return { status: 'not_read', reason: 'source_unavailable' };
    const asked_on = answer.fetched_at.slice(0, 10);
    return { status: 'read', reading: { asked_on, model, content }, checked: askedNow(answer.fetched_at) };
  };
}
