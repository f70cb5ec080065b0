/** What support asks the log to remember. */
import type { Position } from '../../platform/event-store/event-store.js';
import type { Stated } from '../../streams/support/support.decider.js';
import type { EvidenceExported, LookedAt, SupportId } from '../../streams/support/support.events.js';
import { Ordered } from '../commands.js';

/** `position`: of the event. Nothing is refused. */
export interface LookRecorded {
  readonly outcome: 'recorded';
  readonly position: Position;
}

/** `of`: whose customer is looked at; `context.account`: the account that it belongs to. */
type Looking<What> = Stated & What & { readonly of: SupportId };

/** Before an answer is shown. */
export class OpenInvestigation extends Ordered<Looking<{ readonly about: LookedAt }>, LookRecorded> {}

/** Before a bundle bears its name. */
export class ExportEvidence extends Ordered<
  Looking<Pick<EvidenceExported['data'], 'job_id' | 'rows' | 'digest'>>,
  LookRecorded
> {}
