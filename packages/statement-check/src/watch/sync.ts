/**
 * One sync: keeps the statements of an account, and compares them with all that the customer has
 * (`docs/statements.md`, "Watching your statements").
 */
import Big from 'big.js';
import { parseStatementLine } from '../check/parse-line.js';
import type { AdjustmentFact, CreditFact } from '../format/facts.js';
import { SyncFault, WrongInputError } from './faults.js';
import { KeptFolder, wholeLines, type Policy } from './kept-folder.js';
import type { LogOfHeads } from './log-of-heads.js';
import { LogReader, vkeyTold, type Accepted } from './log-reader.js';
import { parseKey, utf8Text } from './notes.js';
import type { CheckedReceipts, NamedBytes, Synced, SyncOptions } from './options.js';
import { OwnResults } from './own-results.js';
import type { Folder, Service } from './ports.js';
import { checkReceipts, promiseIn, type Promised } from './receipts.js';
import { StatementsSync } from './statements-sync.js';
import { requireTimestamp } from './timestamp.js';

/** @throws SyncFault at the first fault: the folder then has the refused bytes */
export async function syncStatements(
  folder: Folder,
  service: Service,
  options: SyncOptions = {},
): Promise<Synced> {
  return withEvidence(new KeptFolder(folder), (kept) => new Sync(kept, service, options).run());
}

/**
 * Proves the receipts of a file against the log that a folder keeps; an empty folder trusts the key that the
 * service names. @throws SyncFault at the first fault: the folder then has the refused bytes
 */
export async function proveReceipts(
  folder: Folder,
  service: Service,
  { name, bytes }: NamedBytes,
): Promise<CheckedReceipts> {
  return withEvidence(new KeptFolder(folder), async (kept) => {
    const policy = (await kept.policy()) ?? newPolicy(await service.account(), await vkeyTold(service));
    const reader = new LogReader(service, kept, policy);
    await reader.update();
    return checkReceipts(name, bytes, reader);
  });
}

async function withEvidence<T>(kept: KeptFolder, work: (kept: KeptFolder) => Promise<T>): Promise<T> {
  try {
    return await work(kept);
  } catch (error) {
    if (error instanceof SyncFault && Object.keys(error.refused).length > 0) await kept.refuse(error.refused);
    throw error;
  }
}

const newPolicy = (account_id: number, checkpoint_key: string): Policy => ({
  ...{ account_id, checkpoint_key },
  ...{ witnesses: [], witnesses_needed: 0 },
});

class Sync {
  private months: readonly string[] = [];
  private account = 0;

  constructor(
    private readonly kept: KeptFolder,
    private readonly service: Service,
    private readonly options: SyncOptions,
  ) {}

  async run(): Promise<Synced> {
    const own = this.ownResults();
    const policy = await this.policy();
    const reader = new LogReader(this.service, this.kept, policy, this.accepted());
    await reader.update();
    const { checkTimestamp } = this.options;
    const timestamp = checkTimestamp && (await requireTimestamp(reader, this.kept, checkTimestamp));
    const statements = new StatementsSync(this.kept, this.service, reader, this.account);
    await statements.run();
    this.months = statements.months;
    if (own !== null)
      for (const month of this.months)
        own.check(await this.kept.statement(month), month, this.options.allResults === true);
    const receipts = { proved: 0, waiting: 0 };
    for (const { name, bytes } of this.options.receipts ?? []) {
      const { proved, waiting } = await checkReceipts(name, bytes, reader);
      receipts.proved += proved;
      receipts.waiting += waiting;
    }
    return {
      entries: reader.log.size,
      checkpoint_key: (await this.kept.policy())?.checkpoint_key ?? '',
      ...{ months: this.months, new: statements.added, waiting: statements.waiting, lost: reader.lost },
      ...(timestamp !== undefined && { timestamp }),
      receipts,
      promises: await this.keptPromises(reader.log),
    };
  }

  private accepted(): Accepted {
    const { acceptOrigin: origin, acceptKey: key } = this.options;
    return { origin, key };
  }

  /** Null where nothing is to be compared. @throws WrongInputError */
  private ownResults(): OwnResults | null {
    const { results = [], allResults = false } = this.options;
    if (results.length === 0 && !allResults) return null;
    const own = new OwnResults();
    for (const { name, bytes } of results) own.addFile(name, bytes);
    return own;
  }

  /** What the folder trusts, with what this sync was told. */
  private async policy(): Promise<Policy> {
    const { checkpointKey, witnesses, witnessesNeeded } = this.options;
    for (const vkey of witnesses ?? [])
      if (parseKey(vkey, 'cosignature') === null)
        throw new WrongInputError(
          'wrong_option',
          `${JSON.stringify(vkey)} is no verifier key of a witness (C2SP, type 4).`,
        );
    if (checkpointKey !== undefined && parseKey(checkpointKey) === null)
      throw new WrongInputError(
        'wrong_option',
        `${JSON.stringify(checkpointKey)} is no verifier key of a log (C2SP, type 1).`,
      );
    this.account = await this.service.account();
    const before = await this.kept.policy();
    const policy = before ?? newPolicy(this.account, checkpointKey ?? (await vkeyTold(this.service)));
    if (policy.account_id !== this.account)
      throw new SyncFault('account_differs', `${this.account}, and kept ${policy.account_id}`);
    if (checkpointKey !== undefined && checkpointKey !== policy.checkpoint_key)
      throw new SyncFault('policy_differs');
    const now = { ...policy, ...(witnesses && { witnesses, witnesses_needed: witnesses.length }) };
    const needed = witnessesNeeded ?? now.witnesses_needed;
    if (!Number.isSafeInteger(needed) || needed < 0 || needed > now.witnesses.length)
      throw new WrongInputError(
        'wrong_option',
        `Of ${now.witnesses.length} witnesses ${needed} can't be needed.`,
      );
    return { ...now, witnesses_needed: needed };
  }

  /** The number of promises that a statement keeps. @throws SyncFault */
  private async keptPromises(log: LogOfHeads): Promise<number> {
    const promises = (await this.kept.promises()).map(([name, bytes]) => {
      const where = `promises/${name}`;
      return { where, promised: promiseIn({ bytes, where }, log.receiptKeys.values()) };
    });
    if (promises.length === 0) return 0;
    const facts = new Map<string, AdjustmentFact | CreditFact>();
    for (const month of this.months)
      for (const fact of adjustmentsIn(await this.kept.statement(month))) facts.set(fact.adjustment_id, fact);
    let count = 0;
    for (const { where, promised } of promises) {
      const fact = facts.get(promised.entry);
      if (promised.account !== this.account) throw new SyncFault('promise_wrong', where);
      if (fact === undefined && this.months.some((month) => month >= promised.time.slice(0, month.length)))
        throw new SyncFault('promise_broken', where);
      if (fact !== undefined && !isAsPromised(fact, promised)) throw new SyncFault('promise_differs', where);
      if (fact !== undefined) count += 1;
    }
    return count;
  }
}

const adjustmentsIn = (statement: Uint8Array): readonly (AdjustmentFact | CreditFact)[] =>
  wholeLines(statement).flatMap((bytes) => {
    const line = parseStatementLine(utf8Text(bytes) ?? '');
    return line?.kind === 'adjustment' || line?.kind === 'credit' ? [line.fact] : [];
  });

/** Without prices nothing is promised of the amount. */
function isAsPromised(fact: AdjustmentFact | CreditFact, { units, amount, currency }: Promised): boolean {
  const given = 'units' in fact ? Object.values(fact.units).reduce((sum, count) => sum + count, 0) : 0;
  if (given !== units) return false;
  if (amount === null) return true;
  return fact.amount !== null && fact.currency === currency && new Big(fact.amount).eq(amount);
}
