/**
 * What must be true when a life is over, whatever happened in it. Each thing that isn't is a line of words.
 */
import { JOB_STATUS } from '../../projections/job-status/job-status.document.js';
import { rebuildUsage } from '../../src/billing/usage/rebuild/usage-rebuild.js';
import { USAGE_JOBS } from '../../projections/usage/usage.document.js';
import { accountPart, keysUnder } from '../../projections/key-parts.js';
import type { DomainEvent } from '../../src/streams/index.js';
import { decode } from '../../src/streams/index.js';
import type { Logged } from '../../src/streams/envelope.js';
import { rowDataStream } from '../../src/streams/rowdata/rowdata.events.js';
import { readCheckState } from '../../src/verify/standing/check-state.js';
import { verifyLog } from '../../src/verify/verify-log.js';
import type { JobId } from '../../packages/contract/src/ids.js';
import type { EventStore } from '../../packages/platform/src/event-store/event-store.js';
import { LOG_START } from '../../packages/platform/src/event-store/event-store.js';
import { drive } from '../../packages/platform/src/projector/drive.js';
import { LiveReadModels } from '../../packages/platform/src/projector/live-read-models.js';
import { misshapenEvents } from '../support/event-shapes.js';
import type { Client } from './clients.js';
import type { Host } from './host.js';
import { independentSum } from './independent-sum.js';
import type { World } from './world.js';

/** Every event of a log, decoded. */
async function eventsOf(log: EventStore): Promise<Logged<DomainEvent>[]> {
  const events: Logged<DomainEvent>[] = [];
  for (let after = LOG_START; ;) {
    const page = await log.readAll({ after, limit: 10_000 });
    events.push(...page.events.flatMap(decode));
    if (page.atHead) return events;
    after = page.position;
  }
}

/** @param newest a host that ran the newest program */
export async function judge(
  world: World,
  clients: readonly Client[],
  newest: Host,
): Promise<readonly string[]> {
  const problems: string[] = [];
  const log = world.log.store;
  const { models } = world;
  const { set } = newest;
  const live = new LiveReadModels({ events: log, models }, set);
  await live.start();
  // What the last requests wrote may have come after the lanes stopped.
  const lanes = set.lanes.map(({ name }) => name);
  await drive({ stores: { events: log, models }, set, lanes, patience: 0 }, await log.head());
  const report = await verifyLog({ eventStore: log, readModels: live });
  for (const { id, offenders, ok } of report.invariants)
    if (!ok) problems.push(`invariant ${id}: ${JSON.stringify(offenders).slice(0, 300)}`);
  for (const { id, examples } of (await readCheckState(world.coordination))?.broken ?? [])
    problems.push(`the standing check found invariant ${id} broken: ${examples.join()}`);
  if (!report.seals.ok) problems.push(`a seal is broken: ${JSON.stringify(report.seals)}`);
  if (report.unfinished_jobs > 0) problems.push(`${report.unfinished_jobs} jobs are unfinished`);
  problems.push(...(await misshapenEvents(log)));
  if (newest.program === 1) {
    const rebuilt = await rebuildUsage({ eventStore: log, readModels: models });
    if (rebuilt.verdict !== 'equal')
      problems.push(`usage rebuilt differs: ${JSON.stringify(rebuilt.differences).slice(0, 300)}`);
  }
  const events = await eventsOf(log);
  problems.push(...independentSum(world.stories.all, clients, await billedUnits(live, events), world.deaths));
  if (!world.isLogRestored)
    for (const client of clients) problems.push(...(await judgeClient(client, events, live, log)));
  return problems;
}

async function judgeClient(
  { job, isErased, answers, number }: Client,
  events: readonly Logged<DomainEvent>[],
  live: LiveReadModels,
  log: EventStore,
): Promise<string[]> {
  if (job === null) {
    const isAnswered = answers.some(
      ({ outcome }) => outcome !== 'gone' && outcome !== 'resolved' && outcome !== 'replayed',
    );
    return isAnswered
      ? [`client ${number} was answered ${answers.map(({ outcome }) => outcome).join()}`]
      : [];
  }
  const problems: string[] = [];
  if (!events.some(({ event }) => event.type === 'JobSubmitted' && event.data.job_id === job))
    problems.push(`the job of client ${number} is not in the log`);
  const shown = await live.find(JOB_STATUS, job);
  if (shown?.finished_at == null) problems.push(`the job of client ${number} is not shown as ended`);
  if (isErased) problems.push(...(await leftOf(job, live, log)));
  return problems;
}

/** What is left of rows that were erased. */
async function leftOf(job: JobId, live: LiveReadModels, log: EventStore): Promise<string[]> {
  const problems: string[] = [];
  if ((await log.readStream(rowDataStream(job, 0))).status !== 'deleted')
    problems.push(`rows of ${job} are in the log`);
  for (const collection of ['result_packs', 'late_blocks', 'submitted_rows', 'error_packs'])
    if ((await live.range(collection, { from: `${job}.`, to: `${job}/` })).length > 0)
      problems.push(`rows of ${job} are in ${collection}`);
  return problems;
}

/** The units that usage shows, by job. */
async function billedUnits(
  live: LiveReadModels,
  events: readonly Logged<DomainEvent>[],
): Promise<ReadonlyMap<string, number>> {
  const billed = new Map<string, number>();
  for (const { event } of events) {
    if (event.type !== 'JobSubmitted') continue;
    const { account_id, job_id } = event.data;
    const found = await live.range(USAGE_JOBS.name, keysUnder(accountPart(account_id), job_id));
    const days = found.map((document) => USAGE_JOBS.fields(document).units);
    billed.set(
      job_id,
      days.flatMap((units) => Object.values(units)).reduce((sum, units) => sum + units, 0),
    );
  }
  return billed;
}
