/** Defines providers, services that are called live. Every outcome of a question is a value. */
import type { JsonObject } from '../../../../platform/src/values/json.js';

/** The providers by their names in `register status` and `/metrics`. */
export const PROVIDERS = ['search_provider', 'listing_provider', 'ai_provider', 'news_provider'] as const;
export type ProviderName = (typeof PROVIDERS)[number];

/** The priority of a question. A client waits for a `resolve`; a job can come again. */
export type AskPriority = 'resolve' | 'job';

export interface ProviderQuestion {
  /** Appended to the provider's address. */
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON, by POST. Absent: a GET. */
  readonly body?: JsonObject;
  /** Headers besides those with the credentials. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type ProviderAnswer =
  | {
      readonly status: 'answered';
      /** The time of the request, ISO 8601 in UTC. */
      readonly fetched_at: string;
      /** The body as it came; it is not trusted, whatever the provider. */
      readonly body: unknown;
    }
  /** The day's calls are used up, or the provider asked for a pause. */
  | { readonly status: 'busy'; readonly by: 'cap' | 'provider'; readonly again_in_ms: number }
  /** Unreachable, failing or refusing. `lasting`: until a setting changes. `http_status` null: no answer. */
  | {
      readonly status: 'unavailable';
      readonly why: string;
      readonly lasting: boolean;
      readonly http_status: number | null;
    }
  /** The answer can't be read; `why` is a sentence that is safe to show. */
  | { readonly status: 'unreadable'; readonly why: string };

export interface Provider {
  ask(question: ProviderQuestion, priority: AskPriority): Promise<ProviderAnswer>;
}
