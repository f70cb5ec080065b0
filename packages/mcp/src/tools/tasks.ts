/**
 * Lists as tasks: the extension `io.modelcontextprotocol/tasks` of revision 2026-07-28. A task's id is its
 * job's, so it stays good when this server is started again. The kit has no part for it: these are its
 * methods by hand.
 */
import {
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { JobNotFoundError, type Job } from '../../../client/src/index.js';
import { codedJob } from '../results/receipt.js';
import { jobResult } from './job-result.js';
import type { Shop } from './shop.js';
import { capabilitiesOf, type Can } from './tool.js';

const TASKS = 'io.modelcontextprotocol/tasks';

const POLL_MS = 1_000;

export const wantsTasks = ({ extensions }: Can): boolean =>
  extensions !== undefined && Object.hasOwn(extensions, TASKS);

/** By the state of its job. A job that fails has an answer that says so. */
const STATES = {
  queued: 'working',
  running: 'working',
  cancelling: 'working',
  completed: 'completed',
  cancelled: 'cancelled',
  failed: 'completed',
} as const satisfies Record<Job['status'], string>;

function taskOf(job: Job, statusMessage: string) {
  const { job_id, status, created_at, finished_at, retry_after_ms, counts } = job;
  return {
    ...{ taskId: codedJob(job_id), status: job.results_ready ? STATES[status] : 'working', statusMessage },
    ...{ createdAt: created_at, lastUpdatedAt: finished_at ?? new Date().toISOString(), ttlMs: null },
    ...(job.results_ready ? {} : { pollIntervalMs: retry_after_ms ?? POLL_MS }),
    _meta: { 'company-data/counts': counts },
  };
}

/** In place of the result of a call: the job is stored, so the task can be asked for at once. */
export const createdTask = (job: Job, words: string): CallToolResult => ({
  ...taskOf(job, words),
  resultType: 'task',
  content: [],
});

const params = z.looseObject({ taskId: z.string().min(1).max(100) });

export function addTasks(server: McpServer, shop: Shop): void {
  server.server.registerCapabilities({ extensions: { [TASKS]: {} } });
  const demand = (context: ServerContext): void => {
    if (!wantsTasks(capabilitiesOf(server, context)))
      throw new MissingRequiredClientCapabilityError({
        requiredCapabilities: { extensions: { [TASKS]: {} } },
      });
  };
  const found = async (job: Promise<Job>): Promise<Job> =>
    job.catch((error: unknown) => {
      throw error instanceof JobNotFoundError
        ? new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such task.')
        : error;
    });
  server.server.setRequestHandler('tasks/get', { params }, async ({ taskId }, context) => {
    demand(context);
    const job = await found(shop.client.jobs.get(taskId));
    const { processed, total } = job.counts;
    const task = taskOf(job, `${processed} of ${total} rows are processed.`);
    if (!job.results_ready) return task;
    const result = await jobResult(shop, job);
    return task.status === 'completed' ? { ...task, result } : task;
  });
  server.server.setRequestHandler('tasks/cancel', { params }, async ({ taskId }, context) => {
    demand(context);
    await found(shop.client.jobs.cancel(taskId));
    return {};
  });
  // A list needs no further input, so there is nothing to update: what is sent is taken and not used.
  server.server.setRequestHandler('tasks/update', { params }, async ({ taskId }, context) => {
    demand(context);
    await found(shop.client.jobs.get(taskId));
    return {};
  });
}
