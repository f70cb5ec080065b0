/**
 * Operators of a life: they agree prices, take charges back, correct prices, grant credits and reverse these,
 * issue statements, and hold rows for a dispute.
 */
import { CommandBus } from '@nestjs/cqrs';
import { AgreePrices } from '../../src/access/commands.js';
import { EndJobHold, HoldJobRows } from '../../src/jobs/commands.js';
import { issueStatement } from '../../src/operator/statements/issue-statements.js';
import { AccessModule } from '../../src/access/access.module.js';
import {
  adjustAccountCharges,
  creditAccount,
  repriceAccountCharges,
  reverseAccountAdjustment,
  type AdjustmentResult,
} from '../../src/operator/adjustments/adjust-charges.js';
import { send, type OperatorServices } from '../../src/operator/operator.js';
import type { AdjustmentId, JobId } from '../../packages/contract/src/ids.js';
import { WrongRequest } from '../../packages/platform/src/errors/refusal.js';
import { LaneStoppedError } from '../../packages/platform/src/projector/applier.js';
import { OtherVersionError } from '../../packages/platform/src/projector/drive.js';
import { ACCOUNTS, TRANSIENT, type Client } from './clients.js';
import { SIMULATED_SETTINGS, type Host } from './host.js';
import { Random } from './random.js';
import type { World } from './world.js';

const WORDS = { reason: 'goodwill', note: 'as agreed', dryRun: false } as const;
const PRICES = { company_identity: '0.05', industry: '0.1', officers: '0.25', web_presence: '0.3' };
/** What an operator answers by asking again. */
const AGAIN = [...TRANSIENT, OtherVersionError, LaneStoppedError];

export class OperatorOf {
  /** Entries that it was told of. */
  readonly made: AdjustmentId[] = [];
  private readonly random: Random;
  private requests = 0;

  constructor(
    private readonly world: World,
    private readonly clients: readonly Client[],
    private readonly acts: number,
  ) {
    this.random = new Random(world.settings.seed, 5);
  }

  async live(): Promise<void> {
    for (let act = 0; act < this.acts; act++) {
      await this.world.timeline.sleep(this.random.whole(0, 8_000));
      await this.act();
    }
  }

  private async act(): Promise<void> {
    const { random } = this;
    const client = random.oneOf([this.clients[0], ...this.clients]);
    const account = random.oneOf([client?.account ?? ACCOUNTS[0], ...ACCOUNTS]);
    if (account === undefined) return;
    const job = client?.job ?? null;
    const target = { job, row: random.oneOf([null, 0]), block: random.oneOf([null, 'industry'] as const) };
    const [made] = this.made;
    const day = new Date(this.world.timeline.time).toISOString().slice(0, 10);
    const list = { currency: 'GBP', from: day, prices: PRICES };
    switch (
      random.oneOf(['prices', 'adjust', 'adjust', 'reprice', 'credit', 'reverse', 'statement', 'hold'])
    ) {
      case 'prices':
        await this.ask('agree prices', (operator) =>
          send(operator, AccessModule, new AgreePrices(operator.context, account, list)),
        );
        return;
      case 'adjust':
        if (job === null) return;
        return this.enter('take charges back', (operator) =>
          adjustAccountCharges(operator, account, { ...WORDS, target: { ...target, job } }),
        );
      case 'reprice':
        if (job === null) return;
        return this.enter('correct a price', (operator) =>
          repriceAccountCharges(operator, account, {
            ...WORDS,
            target: { ...target, job, block: 'company_identity', price: '0.04' },
          }),
        );
      case 'credit':
        return this.enter('grant a credit', (operator) =>
          creditAccount(operator, account, { ...WORDS, target: { amount: '7', currency: 'GBP' } }),
        );
      case 'statement': {
        const request = { account, month: day.slice(0, 7), file: 'statement', onProgress: () => undefined };
        await this.ask('issue a statement', (operator, host) =>
          issueStatement(operator, { ...request, now: host.clock.now() }),
        );
        return;
      }
      case 'hold':
        return job === null ? undefined : this.hold(job);
      case 'reverse':
        if (made === undefined) return;
        return this.enter('reverse an entry', (operator) =>
          reverseAccountAdjustment(operator, { ...WORDS, target: made }),
        );
    }
  }

  /** Holds the data of a job's rows for a while. */
  private async hold(job: JobId): Promise<void> {
    const terms = { reason: 'a dispute', until: null };
    await this.ask('hold rows', ({ context }, host) => host.execute(new HoldJobRows(job, terms, context)));
    await this.world.timeline.sleep(this.random.whole(0, 60_000));
    await this.ask('end a hold', ({ context }, host) =>
      host.execute(new EndJobHold(job, { reason: 'settled' }, context)),
    );
  }

  private async enter(
    what: string,
    act: (operator: OperatorServices) => Promise<AdjustmentResult>,
  ): Promise<void> {
    const entered = await this.ask(what, act);
    if (entered?.adjustment_id != null) this.made.push(entered.adjustment_id);
  }

  /** Asks again until it is answered; undefined where it was refused. */
  private async ask<T>(
    what: string,
    act: (operator: OperatorServices, host: Host) => Promise<T>,
  ): Promise<T | undefined> {
    this.world.settings.coverage.befell(`operator: ${what}`);
    for (;;) {
      try {
        return await this.world.ask(this.random, what, (host) => act(this.at(host), host));
      } catch (error) {
        if (error instanceof WrongRequest) return undefined;
        if (!AGAIN.some((again) => error instanceof again)) {
          this.world.surprises.push(`to an operator's "${what}" came ${String(error)}`);
          return undefined;
        }
        await this.world.timeline.sleep(this.random.wait(1_000));
      }
    }
  }

  private at(host: Host): OperatorServices {
    const nothing = async (): Promise<undefined> => undefined;
    const readings = { find: async () => [], keep: nothing, sweep: async () => 0, close: nothing };
    return {
      settings: SIMULATED_SETTINGS,
      stores: {
        ...{ eventStore: host.log, readModels: host.models, coordination: host.coordination, readings },
        ...{ close: nothing, outdated: async () => [] },
      },
      models: host.live,
      context: { actor: 'operator', requestId: `req_operator_${++this.requests}` },
      bus: async (module) => host.modules([module]).get(CommandBus),
    };
  }
}
