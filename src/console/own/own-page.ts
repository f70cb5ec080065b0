/** Defines a page of a customer's own account: its input and its answer. Such a page records nothing. */
import type { Logger } from '../../../packages/platform/src/telemetry/logger.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import type { PageAnswer, Visit } from '../console-page.js';

/** A visit by the link of an account. It sees nothing of another account. */
export interface OwnVisit extends Pick<Visit, 'operator' | 'params' | 'query' | 'tasks' | 'now'> {
  readonly account: AccountId;
  readonly log: Pick<Logger, 'error'>;
}

export interface OwnPage {
  /** The path below `OWN_PATH`, in Fastify's notation; empty: `OWN_PATH` itself. */
  readonly path: string;
  /** Keeps requests for this page out of the log, because an open page sends many. Default false. */
  readonly isPolled?: boolean;
  answer(visit: OwnVisit): Promise<PageAnswer>;
}
