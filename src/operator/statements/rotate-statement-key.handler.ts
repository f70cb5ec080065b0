/**
 * Changes the key that signs statements. The next key is one that an operator put in the old key's place, or
 * a new one, which is recorded in the log before it takes that place. A rotation that broke off continues
 * with the same new key. No statement is signed with a retired key.
 */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SETTINGS } from '../../platform/nest/tokens.js';
import type { Settings } from '../../settings/settings.js';
import {
  activeKeys,
  isSuccessor,
  rotateKey,
  type ServiceRefusal,
} from '../../streams/service/service.decider.js';
import { RotateStatementKey, type KeyRotated } from './commands.js';
import { nextStatementKey, putNextInPlace, statementKey } from './signing-keys.js';
import { StatementStore } from './statement.store.js';

@CommandHandler(RotateStatementKey)
export class RotateStatementKeyHandler implements ICommandHandler<RotateStatementKey> {
  constructor(
    private readonly statements: StatementStore,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'statementKey'>,
  ) {}

  async execute({ context, order: { reason } }: RotateStatementKey): Promise<KeyRotated | ServiceRefusal> {
    const key = statementKey(this.settings.statementKey);
    const state = await this.statements.keys.now('keys');
    const isInPlace = isSuccessor(state, key);
    const next = isInPlace ? key : nextStatementKey(this.settings.statementKey);
    const rotated = await this.statements.decideOnKeys(context, (now) => rotateKey(now, next, reason));
    if (rotated.outcome === 'refused') return rotated;
    if (!isInPlace) putNextInPlace(this.settings.statementKey);
    const others = activeKeys(state).filter((key_id) => key_id !== next.key_id);
    return { outcome: 'rotated', key_id: next.key_id, retired: others.length > 0 ? others : [key.key_id] };
  }
}
