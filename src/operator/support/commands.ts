/** The commands that write audit records: looks at customer data, and exports of evidence. */
import type { Looker } from '../../streams/support/support.decider.js';
import type {
  EvidenceExported,
  LookedAt,
  SupportEvent,
  SupportId,
} from '../../streams/support/support.events.js';
import { BaseCommand } from '../base-command.js';
import type { RecordedEvents } from '../stream.module.js';

/** No command is refused. */
type AuditRecorded = RecordedEvents<SupportEvent, null>;

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
