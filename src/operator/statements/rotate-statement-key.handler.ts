/**
 * Another key signs statements from now on. The new one is introduced first, then the old one retired, then the file
 * changed: wherever that breaks off, it goes on with the same new key, and nothing is signed with a retired one.
 */
import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { SETTINGS } from '../../platform/nest/tokens.js';
import type { Settings } from '../../settings/settings.js';
import { introduceKey, retireKey, type ServiceRefusal } from '../../streams/service/service.decider.js';
import { RotateStatementKey, type KeyRotated } from './commands.js';
import { nextStatementKey, putNextInPlace, statementKey } from './statement-key-file.js';
import { StatementStore } from './statement.store.js';

@CommandHandler(RotateStatementKey)
export class RotateStatementKeyHandler implements ICommandHandler<RotateStatementKey> {
  constructor(
    private readonly statements: StatementStore,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'statementKeyFile'>,
  ) {}

  async execute({ context, reason }: RotateStatementKey): Promise<KeyRotated | ServiceRefusal> {
    const file = this.settings.statementKeyFile;
    const [old, next] = [statementKey(file), nextStatementKey(file)];
    const refused =
      (await this.statements.decideOnKeys(context, (state) => introduceKey(state, next))) ??
      (await this.statements.decideOnKeys(context, (state) => retireKey(state, old.key_id, reason)));
    if (refused !== null) return refused;
    putNextInPlace(file);
    return { outcome: 'rotated', key_id: next.key_id, retired: old.key_id };
  }
}
