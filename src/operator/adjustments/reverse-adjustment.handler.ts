import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { reverseAdjustment } from '../../streams/adjustments/adjustments.decider.js';
import { AdjustmentStore } from './adjustment.store.js';
import { ReverseAdjustment, type AdjustmentOutcome } from './commands.js';

@CommandHandler(ReverseAdjustment)
export class ReverseAdjustmentHandler implements ICommandHandler<ReverseAdjustment> {
  constructor(private readonly adjustments: AdjustmentStore) {}

  async execute({ context, account, order }: ReverseAdjustment): Promise<AdjustmentOutcome> {
    const { what: reverses, reason, note, dryRun } = order;
    const written = await this.adjustments.decide({ account, context, dryRun }, (state) =>
      reverseAdjustment(state, { account, reverses, reason, note }),
    );
    if (written.outcome === 'refused') return written.refusal;
    const { position, state } = written.loaded;
    const [event] = written.events;
    if (event !== undefined) {
      const outcome = written.outcome === 'appended' ? 'recorded' : 'previewed';
      return { outcome, adjustment: event.data, position, unfinished: [] };
    }
    const before = state.get(reverses)?.reversal ?? null;
    return before === null
      ? { outcome: 'taken_back_before', by: [] }
      : { outcome: 'unchanged', adjustment: before, position, unfinished: [] };
  }
}
