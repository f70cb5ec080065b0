/** The commands that write audit records: looks at customer data, and exports of evidence. */
import type { Position } from '../../../packages/platform/src/event-store/event-store.js';
import type { Looker } from '../../streams/support/support.decider.js';
import type { EvidenceExported, LookedAt, SupportId } from '../../streams/support/support.events.js';
import { BaseCommand } from '../base-command.js';

/** `position`: the event's position. No command is refused. */
export interface AuditRecorded {
  readonly outcome: 'recorded';
  readonly position: Position;
}

/** `subject`: the account or key that is looked at; `context.account`: the owner of the data. */
type SupportInput<Details> = Looker & Details & { readonly subject: SupportId };

/** Records a look at customer data, before the answer is shown. */
export class OpenInvestigation extends BaseCommand<
  SupportInput<{ readonly about: LookedAt }>,
  AuditRecorded
> {}

/** Records an export of evidence, before the bundle is published. */
export class ExportEvidence extends BaseCommand<
  SupportInput<Pick<EvidenceExported['data'], 'job_id' | 'rows' | 'digest'>>,
  AuditRecorded
> {}
