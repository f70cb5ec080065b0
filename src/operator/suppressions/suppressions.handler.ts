/** Suppresses values and lifts suppressions; only hashes reach the log. */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SETTINGS } from '../../platform/nest/tokens.js';
import type { Settings } from '../../settings/settings.js';
import { lift, suppress } from '../../streams/suppressions/suppressions.decider.js';
import { LiftSuppressions, SuppressValues, type SuppressionsChanged } from './commands.js';
import { keyedHash } from '../../enrichment/suppress/keyed-hash.js';
import { SuppressionStore } from './suppression.store.js';

@CommandHandler(SuppressValues)
export class SuppressValuesHandler implements ICommandHandler<SuppressValues> {
  constructor(
    private readonly suppressions: SuppressionStore,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'keyHashSecret'>,
  ) {}

  execute({ context, values }: SuppressValues): Promise<SuppressionsChanged> {
    const hash = keyedHash(this.settings.keyHashSecret);
    const hashed = values.map((value) => ({ kind: value.kind, value_hash: hash.of(value) }));
    return this.suppressions.change(context, (state) => suppress(state, hashed, hash.fingerprint));
  }
}

@CommandHandler(LiftSuppressions)
export class LiftSuppressionsHandler implements ICommandHandler<LiftSuppressions> {
  constructor(private readonly suppressions: SuppressionStore) {}

  execute({ context, hashes }: LiftSuppressions): Promise<SuppressionsChanged> {
    return this.suppressions.change(context, (state) => lift(state, hashes));
  }
}
