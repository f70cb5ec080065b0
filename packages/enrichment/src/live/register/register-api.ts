/**
 * Declares the public register's REST API and documents, within a rate limit of all processes. A request that
 * can't be made now has the answer `busy`; a failure is thrown.
 */
import type { RegisterResource } from './pages.js';

/** Priorities when few requests are left: a client that waits, then jobs, then the filling of editions. */
export const PRIORITIES = ['resolve', 'job', 'bulk'] as const;
export type Priority = (typeof PRIORITIES)[number];

export interface AskTerms {
  readonly priority: Priority;
  /** Ends the attempt, which then throws RegisterUnavailable. */
  readonly signal: AbortSignal;
}

/** The rate limit is used up for this priority, or the register asked for a pause: `source_busy`. */
export interface RegisterBusy {
  readonly status: 'busy';
  /** The whole seconds, from 1, after which another request makes sense. */
  readonly retry_after_s: number;
}

export type RegisterAnswers =
  | {
      readonly status: 'answered';
      /** The time of the first request, ISO 8601 in UTC. */
      readonly fetched_at: string;
      /** Bodies as they came, all pages of a list in order; empty: the register holds nothing (404). */
      readonly answers: readonly unknown[];
    }
  | RegisterBusy;

/** An answer. `body` null: the register holds nothing under that address (404). */
export type RegisterAnswer =
  | {
      readonly status: 'answered';
      readonly fetched_at: string;
      readonly body: Record<string, unknown> | null;
    }
  | RegisterBusy;

export type RegisterDocument =
  | { readonly status: 'answered'; readonly media_type: string; readonly content: Uint8Array }
  /** No such document, or not in this media type. */
  | { readonly status: 'not_found' }
  | RegisterBusy;

export interface RegisterApi {
  /** Returns the register's present answers about a company. @throws RegisterUnavailable */
  answers(companyNumber: string, resource: RegisterResource, terms: AskTerms): Promise<RegisterAnswers>;
  /**
   * Returns an answer of the REST API or of the document API. @throws RegisterUnavailable
   * @param path `/company/00000006`, or a URL of the document API: `links.document_metadata` of a filing
   */
  get(path: string, terms: AskTerms): Promise<RegisterAnswer>;
  /**
   * Returns the content of a filed document in one media type. @throws RegisterUnavailable
   * @param documentUrl `links.document` of its metadata, or the document's id
   */
  document(documentUrl: string, mediaType: string, terms: AskTerms): Promise<RegisterDocument>;
  close(): Promise<void>;
}

/** The register is unreachable, fails, refuses the key, or its answer can't be read. */
export class RegisterUnavailable extends Error {
  override readonly name = 'RegisterUnavailable';

  /** @param message one sentence, safe to show @param lasting the key or an address is wrong */
  constructor(
    message: string,
    readonly lasting = false,
  ) {
    super(message);
  }
}

/** The answer is too large, too deep, or no JSON object. Answers about other companies may be good. */
export class UnreadableAnswer extends RegisterUnavailable {}

/** The register asks for a pause before the next request. */
export class RegisterPause extends RegisterUnavailable {
  constructor(readonly milliseconds: number) {
    super('the register asked for a pause');
  }
}

/** The register's stream no longer goes back so far, so it can't give the events in between. */
export class TimepointGone extends RegisterUnavailable {}
