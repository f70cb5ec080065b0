/** Defines a page of a customer's own account: its input and its answer. Such a page changes nothing. */
import type { Readable } from 'node:stream';
import type { Operator } from '../../operator/operator.js';
import type { Logger } from '../../platform/telemetry/logger.js';
import type { AccountId } from '../../shared/ids.js';
import type { Tasks } from '../tasks.js';
import type { Markup } from '../view/jsx-markup.js';

/** A visit by the link of an account. It sees nothing of another account. */
export interface OwnVisit {
  readonly operator: Operator;
  readonly account: AccountId;
  /** Parameters of the path. */
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly tasks: Tasks;
  readonly log: Pick<Logger, 'error'>;
  readonly now: Date;
}

export type OwnPageAnswer =
  | {
      readonly kind: 'page';
      readonly title: string;
      readonly body: Markup;
      /** Scripts of `assets` that the page runs. */
      readonly scripts?: readonly string[];
    }
  /** A part of a page, fetched by htmx. */
  | { readonly kind: 'part'; readonly body: Markup }
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'file'; readonly name: string; readonly type: string; readonly body: Readable };

export interface OwnPage {
  /** The path below `OWN_PATH`, in Fastify's notation; empty: `OWN_PATH` itself. */
  readonly path: string;
  /** Leaves the requests out of the log, because an open page polls it. Default false. */
  readonly polled?: boolean;
  answer(visit: OwnVisit): Promise<OwnPageAnswer>;
}
