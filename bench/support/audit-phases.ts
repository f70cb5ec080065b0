/**
 * The steps of `bench:audit`, each in a process of its own so that its memory is its own. Arguments: name of
 * the step, data directory, number of logical events.
 */
import { join } from 'node:path';
import { explainBilling } from '../../src/investigate/explain/explain-billing.js';
import { firstCharges } from '../../src/investigate/explain/job-charges.js';
import { explainCharge } from '../../src/investigate/explain/explain-charge.js';
import type { BillScope } from '../../src/investigate/explain/explained-bill.js';
import { rebuildUsage } from '../../src/billing/usage/rebuild/usage-rebuild.js';
import { investigateJob } from '../../src/investigate/investigate-job.js';
import { investigateKey } from '../../src/investigate/key/investigate-key.js';
import { investigateRequest } from '../../src/investigate/investigate-request.js';
import { investigateRow } from '../../src/investigate/investigate-row.js';
import { verifyLog } from '../../src/verify/verify-log.js';
import { LOG_START } from '../../packages/platform/src/event-store/event-store.js';
import { openStores, type Stores } from '../../packages/platform/src/stores/stores.js';
import { openLiveReadModels } from '../../projections/read-side.js';
import { rowEventId } from '../../src/streams/rows/rows.events.js';
import { openOperatorServices } from '../../src/operator/operator.js';
import { issueStatement } from '../../src/operator/statements/issue-statements.js';
import { settingsFrom } from '../../src/settings/settings.js';
import { driveAllLanes } from './used-data.js';
import { BUSY, longLog, writeLog, type WrittenLog } from './valid-log.js';
import { noteLog, writtenLog } from './written-log.js';

/** What a step did, in this many seconds. */
export interface PhaseFigures {
  readonly seconds: number;
  readonly cpu_seconds: number;
  readonly peak_mb: number;
  /** Things counted on the way, by name. */
  readonly counted: Readonly<Record<string, number>>;
}

type Counted = PhaseFigures['counted'];
type Phase = (stores: Stores, log: WrittenLog) => Promise<Counted>;

/** Every event as bytes, none decoded: what any pass over the log costs at least. */
async function read({ eventStore }: Stores): Promise<Counted> {
  let [events, bytes] = [0, 0];
  for (let after = LOG_START; ;) {
    const page = await eventStore.readAll({ after, limit: 500 });
    events += page.events.length;
    for (const { data } of page.events) bytes += data.length;
    if (page.atHead) return { events, bytes };
    after = page.position;
  }
}

const verifying =
  (compared: boolean, keptRows: boolean): Phase =>
  async (stores) => {
    const readModels = compared ? await openLiveReadModels(stores) : null;
    const { eventStore } = stores;
    const { ok, events, rows, invariants } = await verifyLog({ eventStore, readModels, keptRows });
    if (!ok) throw new Error(JSON.stringify(invariants.filter((each) => !each.ok)));
    return { events, rows };
  };

async function rebuild(stores: Stores): Promise<Counted> {
  const { verdict, events } = await rebuildUsage(stores);
  if (verdict !== 'equal') throw new Error('usage differs');
  return { events };
}

const explaining =
  (asked: Partial<BillScope>): Phase =>
  async (stores) => {
    const models = await openLiveReadModels(stores);
    const scope = { account: BUSY.account, range: null, job: null, key: null, block: null, ...asked };
    const bill = await models.snapshot((reader) =>
      explainBilling({ ...stores, reader }, scope, firstCharges(20)),
    );
    if (bill.agrees === false) throw new Error('the charges do not come to the figure');
    return { charges: bill.charges_read, complete: bill.complete ? 1 : 0 };
  };

const lookUps: Readonly<Record<string, Phase>> = {
  'explain-day': explaining({ range: { from: `${BUSY.month}-15`, to: `${BUSY.month}-15` } }),
  'explain-month': explaining({ range: { from: `${BUSY.month}-01`, to: `${BUSY.month}-31` } }),
  'explain-job': (stores, log) =>
    explaining({ account: log.largest.account, job: log.largest.id })(stores, log),
  'explain-charge': async (stores, { largest }) => {
    const models = await openLiveReadModels(stores);
    const id = rowEventId(largest.id, largest.rows - 2, 'RowCharged');
    const found = await models.snapshot((reader) => explainCharge({ ...stores, reader }, id));
    return { found: found === null ? 0 : 1 };
  },
  'investigate-row': async ({ eventStore }, { largest }) => {
    const found = await investigateRow(eventStore, largest.id, largest.rows - 1);
    return { found: found.outcome === 'found' ? 1 : 0 };
  },
  'investigate-job': async (stores, { largest }) => {
    const readModels = await openLiveReadModels(stores);
    const found = await investigateJob(stores.eventStore, largest.id, readModels);
    return { rows: found.outcome === 'found' ? found.job.billed.rows : 0 };
  },
  'investigate-key': async (stores, { largest }) => {
    const readModels = await openLiveReadModels(stores);
    const found = await investigateKey({ ...stores, readModels }, largest.key);
    return { requests: found.outcome === 'found' ? found.key.requests.length : 0 };
  },
  'investigate-request': async (stores, { largest }) => {
    const readModels = await openLiveReadModels(stores);
    const found = await investigateRequest({ ...stores, readModels }, `req_bench_${largest.day}`);
    return { events: found.outcome === 'found' ? found.request.events.length : 0 };
  },
};

const PHASES: Readonly<Record<string, Phase>> = {
  read,
  'verify-log': verifying(false, false),
  verify: verifying(true, false),
  'verify-kept': verifying(true, true),
  rebuild,
  ...lookUps,
};

async function build(dataDir: string, events: number): Promise<Counted> {
  const stores = await openStores({ dataDir });
  const log = await writeLog(stores.eventStore, longLog(events));
  noteLog(dataDir, log);
  await stores.close();
  return { events: log.events, rows: log.rows };
}

/** Months are issued in their order: the one before is no part of what is measured. */
const STATEMENTS: Readonly<Record<string, string>> = {
  'statement-before': '2026-09',
  statement: BUSY.month,
};

async function statement(dataDir: string, month: string): Promise<Counted> {
  const settings = settingsFrom({ DATA_DIR: dataDir });
  const operator = await openOperatorServices(settings, { actor: 'operator:bench', requestId: 'bench' });
  try {
    const wish = { account: BUSY.account, month, file: join(dataDir, `statement-${month}`) };
    const hearing = { now: new Date(), onProgress: () => undefined };
    const { rows, entries } = await issueStatement(operator, { ...wish, ...hearing });
    return { charges: entries, rows };
  } finally {
    await operator.close();
  }
}

async function project(stores: Stores): Promise<Counted> {
  await driveAllLanes(stores);
  return {};
}

async function run(name: string, dataDir: string, events: number): Promise<Counted> {
  if (name === 'build') return build(dataDir, events);
  const month = STATEMENTS[name];
  if (month !== undefined) return statement(dataDir, month);
  const log = writtenLog(dataDir);
  const stores = await openStores({ dataDir, hosting: 'direct' });
  try {
    return await (name === 'project' ? project : (PHASES[name] ?? read))(stores, log);
  } finally {
    await stores.close();
  }
}

async function main(): Promise<void> {
  const [name = '', dataDir = '', events = ''] = process.argv.slice(2);
  const started = performance.now();
  const counted = await run(name, dataDir, Number(events));
  const used = process.resourceUsage();
  const figures: PhaseFigures = {
    seconds: (performance.now() - started) / 1_000,
    cpu_seconds: (used.userCPUTime + used.systemCPUTime) / 1e6,
    peak_mb: used.maxRSS / 1_024,
    counted,
  };
  process.stdout.write(JSON.stringify(figures));
}

void main();
