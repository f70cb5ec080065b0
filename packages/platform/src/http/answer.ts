/** A controller's answer as a value: status, headers and body. `EdgeAdapter` writes it. */
import { REFUSALS, type RefusalCode } from '../../../contract/src/refusal-code.js';
import { tagOf, type Lasting } from './coding/lasting.js';
import type { Pieces } from './pieces.js';

export type Headers = Readonly<Record<string, string>>;

/** A JSON value, JSON that is already text, JSON in pieces, or a body that is the same for all. */
export type Body = object | string | Uint8Array | Pieces | Lasting | null;

export interface AnswerParts {
  readonly status: number;
  readonly body: Body;
  readonly headers?: Headers;
  /** The text behind the entity tag, or `content`: the body itself. */
  readonly etag?: string | undefined;
  /** The finished tag, where it exists already. */
  readonly tag?: string | undefined;
  /** For log lines and metrics. */
  readonly notes?: Notes;
}

/** What is recorded of a call. The code that answers may declare more fields. */
export interface Notes {
  readonly detail?: string;
  readonly replayed?: boolean;
}

export class Answer {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
  readonly etag: string | undefined;
  readonly tag: string | undefined;
  readonly notes: Notes;

  constructor({ status, body, headers = {}, etag, tag, notes = {} }: AnswerParts) {
    this.status = status;
    this.body = body;
    this.headers = headers;
    this.etag = etag;
    this.tag = tag;
    this.notes = notes;
  }

  /** The same answer with more headers. */
  with(headers: Headers): Answer {
    return new Answer({ ...this, headers: Object.assign({}, this.headers, headers) });
  }

  /** The same answer with more notes. */
  noting(notes: Notes): Answer {
    return new Answer({ ...this, notes: Object.assign({}, this.notes, notes) });
  }
}

/** 200 with a body that is tagged by its content. */
export const ok = (body: Exclude<Body, null>, more: Omit<AnswerParts, 'status' | 'body'> = {}): Answer =>
  new Answer({ status: 200, body, etag: 'content', ...more });

/** The same 200 every time: written and tagged once. */
export function prepared(body: object): Answer {
  // Text goes out in one write with the headers; bytes don't.
  const json = JSON.stringify(body);
  return new Answer({ status: 200, body: json, etag: 'content', tag: tagOf(json) });
}

/** An error: `detail` and other fields for the client. The writer adds `request_id`. */
export class ErrorBody {
  constructor(
    readonly detail: string,
    readonly more: Readonly<Record<string, unknown>> = {},
  ) {}
}

export const failure = (
  status: number,
  detail: string,
  more: Readonly<Record<string, unknown>> = {},
  headers: Headers = {},
): Answer => new Answer({ status, body: new ErrorBody(detail, more), headers, notes: { detail } });

/** A refusal by its code. The table of refusals gives the status. */
export const refuse = (
  code: RefusalCode,
  more: Readonly<Record<string, unknown>> = {},
  headers: Headers = {},
): Answer => failure(REFUSALS[code].status, code, more, headers);

/** Seconds to wait while a store is away or a read model catches up. */
const UNAVAILABLE_RETRY_SECONDS = 2;

export const unavailable = (): Answer =>
  refuse('unavailable', {}, { 'Retry-After': String(UNAVAILABLE_RETRY_SECONDS) });
