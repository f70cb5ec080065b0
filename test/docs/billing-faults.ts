/**
 * Each way in which a bill can be wrong, planted in a right log, and the command that catches it. One entry a fault; the
 * table of `docs/billing.md` is made of them, and each is proved by `billing-faults.spec.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateKeyPairSync } from 'node:crypto';
import { RESULT_PACKS } from '../../projections/results/results.document.js';
import { USAGE_DAYS } from '../../projections/usage/usage.document.js';
import type { AccountId, AdjustmentId } from '../../packages/contract/src/ids.js';
import { collectionName } from '../../packages/platform/src/projector/projector-state.js';
import type { Document } from '../../packages/platform/src/read-models/read-models.js';
import { openStores, type Stores } from '../../packages/platform/src/stores/stores.js';
import { adjustmentsStream, adjustmentsStreams } from '../../src/streams/adjustments/adjustments.events.js';
import type { Submission } from '../../src/streams/job/job.events.js';
import { rowDataStream } from '../../src/streams/rowdata/rowdata.events.js';
import type { RowRecord } from '../../src/streams/rows/rows.events.js';
import { rowsStream } from '../../src/streams/rows/rows.events.js';
import { lastEvent } from '../../packages/platform/src/event-store/stored-events.js';
import { DELIVERED_FAULTS } from './delivered-faults.js';
import { ENTRY_FAULTS } from './entry-faults.js';
import { CommandLineOn } from '../support/cli.js';
import { adjust } from '../support/logs/adjusted.js';
import { ACCOUNT, JOB, aSubmission } from '../support/logs/job-builders.js';
import { LogBuilder } from '../support/logs/log-builder.js';
import { BOTH, countsOf } from '../support/logs/row-stories.js';
import { OTHER_JOB, charging } from '../support/verified.js';

const DAY = '2024-02-10';
const OTHER_ID = 'adj_01JDXB8Z5N0000000000000009' as AdjustmentId;
const SECOND = aSubmission(2, 2, { job_id: OTHER_JOB });
/** What the record of a right job holds. */
export const RIGHT: readonly RowRecord[] = [1, 2].map(() => charging({ company_identity: 1, industry: 1 }));

/** A log with a finished job of four rows, and what may be done to it. */
export class BilledWorld {
  readonly cli = new CommandLineOn();

  static async begin(): Promise<BilledWorld> {
    const world = new BilledWorld();
    await world.log(async (log) => {
      await log.openAccount();
      await log.run(aSubmission(4, 2));
    });
    await world.cli.run('verify');
    return world;
  }

  file(name: string): string {
    return join(this.cli.dataDir, name);
  }

  async stores(work: (stores: Stores) => Promise<void>): Promise<void> {
    const stores = await openStores({ dataDir: this.cli.dataDir, hosting: 'direct' });
    try {
      await work(stores);
    } finally {
      await stores.close();
    }
  }

  async log(write: (log: LogBuilder) => Promise<void>): Promise<void> {
    await this.stores(async ({ eventStore }) => {
      const log = new LogBuilder(eventStore);
      log.time = `${DAY}T12:00:00.000Z`;
      await write(log);
    });
  }

  /** A second job whose record holds these rows; `more` is written before its chunk is completed. */
  async job(
    rows: readonly RowRecord[],
    more: (log: LogBuilder) => Promise<void> = async () => undefined,
  ): Promise<void> {
    await this.log(async (log) => {
      await log.submit(SECOND);
      await log.start(SECOND, 0);
      await log.recordRows(SECOND, 0, rows, await log.deliver(SECOND, 0, [BOTH, BOTH]));
      await more(log);
      await finish(log, SECOND);
    });
  }

  /** Changes the first document of a collection behind the projector's back. */
  async edit(collection: string, change: (document: Document) => Document): Promise<void> {
    await this.stores(async ({ readModels }) => {
      const name = collectionName(collection, 1);
      const [document] = await readModels.range(name, { limit: 1 });
      if (document === undefined) throw new Error(`nothing in ${collection} to change`);
      const write = { op: 'put', collection: name, key: document.key, document: change(document) } as const;
      await readModels.commit([write], { name: 'edited', expected: null, next: document.key as never });
    });
  }

  async statement(): Promise<string> {
    const out = this.file('statement');
    const words = ['--account', String(ACCOUNT), '--month', DAY.slice(0, 7), '--out', out];
    await this.cli.json('statements', 'issue', ...words);
    return out;
  }
}

async function finish(log: LogBuilder, job: Submission): Promise<void> {
  await log.complete(job, 0, countsOf([BOTH, BOTH]));
  await log.end(job, countsOf([BOTH, BOTH]));
}

const rewrite = (file: string, change: (text: string) => string): void =>
  writeFileSync(file, change(readFileSync(file, 'utf8')));

export interface Fault {
  /** As the table says it. */
  readonly fault: string;
  /** Does it, and says which command is to catch it. */
  readonly plant: (world: BilledWorld) => Promise<readonly string[]>;
  /** The command, as the table says it. */
  readonly command: string;
  /** What the command says. */
  readonly says: string;
}

/** Fails where its row has no such line to change. */
function changed(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`there is no ${from} to change`);
  return text.replace(from, to);
}

export const FAULTS: readonly Fault[] = [
  {
    fault: 'a row is charged twice',
    command: 'verify',
    says: 'row 0 is charged a second time',
    plant: async (world) => {
      await world.job(RIGHT, async (log) => log.recordRows(SECOND, 0, RIGHT, []));
      return ['verify'];
    },
  },
  {
    fault: 'a delivered block is not charged',
    command: 'verify',
    says: 'industry of row 0 was delivered and not charged',
    plant: async (world) => {
      await world.job([charging({ company_identity: 1 }), ...RIGHT.slice(1)]);
      return ['verify'];
    },
  },
  {
    fault: 'a charge stands on no row',
    command: 'verify',
    says: 'a charge for industry of row 1 that stands beside no fill of it',
    plant: async (world) => {
      const data = { job_id: JOB, row: 1, block: 'industry', units: 1 };
      await world.log((log) => log.append(rowsStream(JOB, 0), log.event({ type: 'BlockCharged', data })));
      return ['verify'];
    },
  },
  {
    fault: "a charge is made to another account's name",
    command: 'verify',
    says: `the charge is for account 1002, the job is account ${ACCOUNT}'s`,
    plant: async (world) => {
      const data = { job_id: OTHER_JOB, row: 1, block: 'industry', units: 1 };
      const account = 1002 as AccountId;
      await world.job(RIGHT, async (log) =>
        log.append(rowsStream(OTHER_JOB, 0), log.event({ type: 'BlockCharged', data }, { account })),
      );
      return ['verify'];
    },
  },
  {
    fault: 'a charge has another amount',
    command: 'verify',
    says: 'industry of row 0 is charged 2 units',
    plant: async (world) => {
      await world.job([charging({ company_identity: 1, industry: 2 }), ...RIGHT.slice(1)]);
      return ['verify'];
    },
  },
  {
    fault: 'what was delivered is deleted before its time',
    command: 'verify',
    says: 'rows were deleted that are still to be kept',
    plant: async (world) => {
      await world.log((log) => log.store.deleteStream(rowDataStream(JOB, 0)).then(() => undefined));
      return ['verify'];
    },
  },
  {
    fault: 'a figure of usage is edited by hand',
    command: 'usage rebuild',
    says: 'different',
    plant: async (world) => {
      await world.edit(USAGE_DAYS.name, ({ fields }) => ({ fields: { ...fields, rows: 99 } }));
      return ['usage', 'rebuild'];
    },
  },
  {
    fault: "a day's rows in usage are edited by hand",
    command: 'verify',
    says: 'rows: 99 shown, 4 in the log',
    plant: async (world) => {
      await world.edit(USAGE_DAYS.name, ({ fields }) => ({ fields: { ...fields, rows: 99 } }));
      return ['verify'];
    },
  },
  {
    fault: 'a page of results is edited by hand',
    command: 'verify',
    says: `the pages of ${JOB} are not what its records say`,
    plant: async (world) => {
      await world.edit(RESULT_PACKS.name, ({ fields, body }) => ({
        fields,
        body: Uint8Array.from(body ?? [], (byte, index) => (index === 5 ? byte ^ 1 : byte)),
      }));
      return ['verify'];
    },
  },
  {
    fault: 'an event is removed from an export',
    command: 'events import',
    says: 'is not as it was exported: its digest is another',
    plant: async (world) => {
      const file = world.file('log.ndjson');
      await world.cli.json('events', 'export', file);
      rewrite(file, (text) => text.split('\n').toSpliced(3, 1).join('\n'));
      return ['events', 'import', file];
    },
  },
  {
    fault: 'an adjustment is made twice',
    command: 'verify',
    says: `${OTHER_ID} takes back 4 units of industry on ${DAY} where 0 were charged`,
    plant: async (world) => {
      await world.log(async (log) => {
        await adjust(log, [aSubmission(4, 2)], { job_id: JOB });
        const last = await lastEvent(log.store, adjustmentsStream(ACCOUNT));
        if (last === undefined) throw new Error('nothing was adjusted');
        const { type, data } = adjustmentsStreams.decode(last).event;
        const again = { type, data: { ...data, adjustment_id: OTHER_ID } };
        await log.append(adjustmentsStream(ACCOUNT), log.event(again, { account: ACCOUNT }));
      });
      return ['verify'];
    },
  },
  ...DELIVERED_FAULTS,
  ...ENTRY_FAULTS,
  {
    fault: 'a line of a statement is altered',
    command: 'statements verify',
    says: 'What it says and its salt do not give the leaf that it names',
    plant: async (world) => {
      const file = await world.statement();
      rewrite(file, (text) => changed(text, '"row":1', '"row":3'));
      return ['statements', 'verify', file];
    },
  },
  {
    fault: 'a statement is signed by another key',
    command: 'statements verify --public-key',
    says: 'which is not among those given',
    plant: async (world) => {
      const file = await world.statement();
      const { publicKey } = generateKeyPairSync('ed25519');
      const key = world.file('another.pem');
      writeFileSync(key, publicKey.export({ type: 'spki', format: 'pem' }));
      return ['statements', 'verify', file, '--public-key', key];
    },
  },
];
