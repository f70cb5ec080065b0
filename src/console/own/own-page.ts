/** Defines a page of a customer's own account: its input and its answer. Such a page records nothing. */
import type { OperatorServices } from '../../operator/operator.js';
import type { Logger } from '../../../packages/platform/src/telemetry/logger.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import type { PageAnswer } from '../console-page.js';
import type { Tasks } from '../tasks.js';

/** A visit by the link of an account. It sees nothing of another account. */
export interface OwnVisit {
  readonly operator: OperatorServices;
  readonly account: AccountId;
  /** Parameters of the path. */
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly tasks: Tasks;
  readonly log: Pick<Logger, 'error'>;
  readonly now: Date;
}

export interface OwnPage {
  /** The path below `OWN_PATH`, in Fastify's notation; empty: `OWN_PATH` itself. */
  readonly path: string;
  /** Keeps requests for this page out of the log, because an open page sends many. Default false. */
  readonly isPolled?: boolean;
  answer(visit: OwnVisit): Promise<PageAnswer>;
}
