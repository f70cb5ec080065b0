/** Lives through one plan, from the first host's start to the judgement. */
import { LOG_START } from '../../packages/platform/src/event-store/event-store.js';
import { KEY } from '../support/logs/job-builders.js';
import { LogBuilder } from '../support/logs/log-builder.js';
import { ACCOUNTS, Client, KEYS } from './clients.js';
import { Coverage } from './coverage.js';
import { befall } from './happenings.js';
import { judge } from './judge.js';
import { OperatorOf } from './operators.js';
import { planOf, type LifePlan } from './plan.js';
import { underVirtualTime } from './virtual-time.js';
import { World, type Planted } from './world.js';

export interface LifeOptions {
  readonly planted?: Planted | undefined;
  /** The only faults that may happen, by their ids; left out: all of the seed. */
  readonly only?: ReadonlySet<string>;
  readonly keepsTrace?: boolean;
  readonly coverage?: Coverage;
}

export interface Life {
  readonly seed: number;
  readonly plan: LifePlan;
  /** What was wrong, in words; empty for a life as it should be. */
  readonly problems: readonly string[];
  readonly digest: string;
  readonly trace: readonly string[];
  /** Ids of the faults that happened, in their order. */
  readonly faults: readonly string[];
  readonly calls: number;
  readonly virtualMs: number;
}

/** After the last fault everything that can end ends within this time. */
const ENDS_WITHIN_MS = 600_000;
/** Stopped hosts leave no lease alive for longer. */
const LEASES_END_MS = 60_000;
/** In lives that outlive their rows. */
const ROWS_KEPT_MS = 70_000;
/** Retention, the most that a clock is ahead, and rounds of the eraser. */
const ROWS_GO_WITHIN_MS = 220_000;
const LOOK_EVERY_MS = 250;

export async function liveThrough(seed: number, options: LifeOptions = {}): Promise<Life> {
  const { planted, only, keepsTrace = false, coverage = new Coverage() } = options;
  const plan = planOf(seed);
  const isLeftOut = (id: string): boolean => only?.has(id) === false;
  const world = new World({
    chunkRows: plan.chunkRows,
    isChecked: plan.isChecked,
    retentionDays: plan.outlivesRows ? ROWS_KEPT_MS / 86_400_000 : 1,
    seed,
    rates: plan.rates,
    isLeftOut,
    keepsTrace,
    coverage,
    planted,
  });
  const clients = plan.clients.map((client, index) => new Client(world, client, index + 1));
  const problems: string[] = [];
  await underVirtualTime(world.timeline, () => lived(world, plan, clients)).catch((error: unknown) => {
    problems.push(error instanceof Error ? error.message : String(error));
  });
  world.isOver = true;
  const newest = world.hosts.findLast(({ state }) => state !== 'dead') ?? world.hosts.at(-1);
  if (world.surprises.length > 0) problems.splice(0, problems.length, ...world.surprises);
  else if (newest !== undefined) problems.push(...(await judge(world, clients, newest).catch(inWords)));
  return {
    seed,
    plan,
    problems,
    digest: world.trace.digest(),
    trace: world.trace.lines,
    faults: world.calls.faults,
    calls: world.hosts.reduce((sum, { calls }) => sum + calls, 0),
    virtualMs: world.timeline.now,
  };
}

const inWords = (error: unknown): string[] => [
  `the judgement failed: ${error instanceof Error ? error.stack : String(error)}`,
];

async function lived(world: World, plan: LifePlan, clients: readonly Client[]): Promise<void> {
  const { timeline } = world;
  await openAccounts(world);
  for (const host of plan.hosts) world.begin(host);
  const operator = new OperatorOf(world, clients, plan.operatorActs);
  let peopleLeft = clients.length + 1;
  for (const person of [operator, ...clients])
    void person
      .live()
      .catch((error: unknown) => world.surprises.push(...inWords(error)))
      .finally(() => (peopleLeft -= 1));
  let isBefalling = true;
  void befall(world, plan.events).then(() => (isBefalling = false));
  let isCalm = false;
  timeline.in(plan.calmAt, null, () => {
    world.calm();
    isCalm = true;
  });
  await timeline.runUntil(() => isCalm, plan.calmAt + 1);
  let isDone = false;
  const look = async (): Promise<void> => {
    isDone = peopleLeft === 0 && !isBefalling && (await isAtRest(world));
    if (!isDone) timeline.in(LOOK_EVERY_MS, null, () => void look());
  };
  timeline.in(0, null, () => void look());
  await timeline.runUntil(() => isDone, ENDS_WITHIN_MS);
  if (plan.outlivesRows) await outliveRows(world, clients);
  await stopAll(world);
}

/** Goes on until the rows of every job have expired and were erased. */
async function outliveRows(world: World, clients: readonly Client[]): Promise<void> {
  let isOver = false;
  world.timeline.in(ROWS_GO_WITHIN_MS, null, () => (isOver = true));
  await world.timeline.runUntil(() => isOver, ROWS_GO_WITHIN_MS + 1);
  for (const client of clients) client.isErased ||= client.isStored;
}

/** Every submitted job has ended, and every lane has seen it. */
async function isAtRest(world: World): Promise<boolean> {
  const log = world.log.store;
  const open = new Set<string>();
  for (let after = LOG_START, atHead = false; !atHead;) {
    const page = await log.readAll({ after, categories: ['job'], limit: 10_000 });
    for (const { stream, type } of page.events) {
      if (type === 'JobSubmitted') open.add(stream);
      if (type === 'JobCompleted' || type === 'JobCancelled') open.delete(stream);
    }
    ({ atHead } = page);
    after = page.position;
  }
  if (open.size > 0) return false;
  const head = await log.head();
  if (world.calls.unwritten > 0) return false;
  const newest = world.living().at(-1);
  const isQuiet = world.living().every(({ hasStarted, requests }) => hasStarted && requests === 0);
  if (newest === undefined || !isQuiet) return false;
  for (const { name } of newest.set.lanes) {
    const place = await world.models.checkpoint(`lane:${name}`);
    if (place === null || !place.startsWith(head)) return false;
  }
  return true;
}

/** Stops every host and looks for what they left behind. */
async function stopAll(world: World): Promise<void> {
  const { timeline } = world;
  world.isOver = true;
  const stopping = world.living();
  let left = stopping.length;
  for (const host of stopping) {
    host.isReplaced = true;
    timeline.in(0, host, () => void host.stop().finally(() => (left -= 1)));
  }
  await timeline.runUntil(() => left === 0, 60_000);
  let isLate = false;
  timeline.in(LEASES_END_MS, null, () => (isLate = true));
  await timeline.runUntil(() => isLate, LEASES_END_MS + 1);
  for (const host of stopping) {
    const timers = timeline.waitingFor(host);
    if (timers > 0) world.surprises.push(`${host.name} stopped and left ${timers} timers or calls`);
    if (host.log.openSubscriptions > 0) world.surprises.push(`${host.name} stopped and left a subscription`);
  }
  const leases = (await world.coordination.range('', '\uffff')).filter(({ key }) =>
    /^(lease|submission|rebuild)\/|^(eraser|standing-check|log-seal)\/lease$/.test(key),
  );
  for (const { key } of leases) world.surprises.push(`${key.split('/')[0] ?? ''} is still leased`);
}

async function openAccounts(world: World): Promise<void> {
  const log = new LogBuilder(world.log.store);
  log.time = new Date(world.timeline.time).toISOString();
  for (const [index, account] of ACCOUNTS.entries()) {
    await log.openAccount(account, KEYS[index]?.[0]);
    await log.issueKey(account, KEYS[index]?.[1] ?? KEY);
  }
}
