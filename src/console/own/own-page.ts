/** What a page of a customer's own account is: what it is given and what it answers. It changes nothing. */
import type { Readable } from 'node:stream';
import type { Operator } from '../../operator/operator.js';
import type { Logger } from '../../platform/telemetry/logger.js';
import type { AccountId } from '../../shared/ids.js';
import type { Tasks } from '../tasks.js';
import type { Markup } from '../view/markup.js';

/** Somebody who came in by the link of this account, and sees nothing of another. */
export interface OwnVisit {
  readonly operator: Operator;
  readonly account: AccountId;
  /** Of the path. */
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly tasks: Tasks;
  readonly log: Pick<Logger, 'error'>;
  readonly now: Date;
}

export type OwnShown =
  | {
      readonly kind: 'page';
      readonly title: string;
      readonly body: Markup;
      /** Files of `assets` that the page runs. */
      readonly scripts?: readonly string[];
    }
  /** A part of a page, fetched by htmx. */
  | { readonly kind: 'part'; readonly body: Markup }
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'file'; readonly name: string; readonly type: string; readonly body: Readable };

export interface OwnPage {
  /** Below the door's own path, as Fastify writes it; empty: the door's path itself. */
  readonly path: string;
  /** An open page fetches it again and again: it is no line of the log. Default false. */
  readonly polled?: boolean;
  answer(visit: OwnVisit): Promise<OwnShown>;
}
