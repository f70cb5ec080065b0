/** Proves that a statement is in the log of heads. Statements that the log lacks are added to it first. */
import { writeFileSync } from 'node:fs';
import { statementsOf } from '../../billing/statements/recorded-statements.js';
import { headLogger } from '../../heads/head-logger.js';
import { PublishedHeads, type HeadProof } from '../../heads/published-heads.js';
import { withCosignatures } from '../../heads/witnesses.js';
import { completeOf } from '../../streams/statement/statement.decider.js';
import type { AccountId } from '../../../packages/contract/src/ids.js';
import { NotDone, WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { PRIVATE_FILE_MODE } from '../../../packages/platform/src/secrets/private-files.js';
import { systemEntropy } from '../../../packages/platform/src/secrets/entropy.js';
import { systemClock } from '../../../packages/platform/src/time/clock.js';
import type { OperatorServices } from '../operator.js';

interface StatementMonth {
  readonly account: AccountId;
  /** YYYY-MM, UTC. */
  readonly month: string;
}

/** The name of the file with the proof, beside the statement. */
export const proofFileOf = (statementFile: string): string => `${statementFile}.proof.json`;

export class HeadProofs {
  private readonly heads: PublishedHeads;
  private readonly headLogger: ReturnType<typeof headLogger>;

  constructor(private readonly operator: OperatorServices) {
    const { settings, stores } = operator;
    this.heads = new PublishedHeads(stores.eventStore, settings);
    const ports = { store: stores.eventStore, clock: systemClock, entropy: systemEntropy() };
    this.headLogger = headLogger(settings, ports);
  }

  /** @throws WrongRequest where there is no such statement; NotDone where there is no signed proof of it */
  async proofOf({ account, month }: StatementMonth): Promise<HeadProof> {
    const { stores, context } = this.operator;
    const issuedStatement = completeOf(await statementsOf(stores.eventStore, account), month);
    if (issuedStatement === undefined)
      throw new WrongRequest('no_statement', `Account ${account} has no complete statement of ${month}.`);
    await this.headLogger.catchUp(context);
    const proof = await this.heads.proofOfStatement(issuedStatement.head);
    if (proof === null)
      throw new NotDone('no_proof', `The statement of ${month} is not in the log of heads.`);
    return { ...proof, checkpoint: await withCosignatures(stores.coordination, proof.checkpoint) };
  }

  /**
   * Writes the proof beside a statement's file.
   * @returns the path; null where this machine has no key for the log of heads, or another one
   */
  async write(statement: StatementMonth, statementFile: string): Promise<string | null> {
    try {
      const proof = await this.proofOf(statement);
      writeFileSync(proofFileOf(statementFile), `${JSON.stringify(proof, null, 2)}\n`, {
        mode: PRIVATE_FILE_MODE,
      });
      return proofFileOf(statementFile);
    } catch (error) {
      if (error instanceof NotDone && ['no_checkpoint_key', 'other_key'].includes(error.code)) return null;
      throw error;
    }
  }
}
