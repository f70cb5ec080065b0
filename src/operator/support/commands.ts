/** What support asks the log to remember. */
import { Command } from '@nestjs/cqrs';
import type { Position } from '../../platform/event-store/event-store.js';
import type { EventContext } from '../../streams/envelope.js';
import type { Stated } from '../../streams/support/support.decider.js';
import type { EvidenceExported, LookedAt, SupportId } from '../../streams/support/support.events.js';

/** `position`: of the event. Nothing is refused. */
export interface LookRecorded {
  readonly outcome: 'recorded';
  readonly position: Position;
}

/** Before an answer is shown. `of`: whose customer is looked at; `context.account`: the account that it belongs to. */
export class OpenInvestigation extends Command<LookRecorded> {
  constructor(
    readonly context: EventContext,
    readonly of: SupportId,
    readonly look: Stated & { readonly about: LookedAt },
  ) {
    super();
  }
}

/** Before a bundle bears its name. */
export class ExportEvidence extends Command<LookRecorded> {
  constructor(
    readonly context: EventContext,
    readonly of: SupportId,
    readonly evidence: Stated & Pick<EvidenceExported['data'], 'job_id' | 'rows' | 'digest'>,
  ) {
    super();
  }
}
