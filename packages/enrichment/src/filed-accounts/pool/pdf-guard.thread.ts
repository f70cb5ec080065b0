/** Ends the process if reading a document takes too much processor time or memory. */
import { parentPort } from 'node:worker_threads';
import { OVERSPENT } from '../../../../platform/src/threads/calls.js';

const MAX_CPU_MS = 60_000;
const MAX_MEMORY = 1_000 * 1_024 * 1_024;
const EVERY_MS = 50;

let since: NodeJS.CpuUsage | null = null;

parentPort?.on('message', (event: 'begin' | 'end') => {
  since = event === 'begin' ? process.cpuUsage() : null;
});

setInterval(() => {
  if (since === null) return;
  const { user, system } = process.cpuUsage(since);
  const isTooLong = (user + system) / 1_000 > MAX_CPU_MS;
  if (isTooLong || process.memoryUsage.rss() > MAX_MEMORY) process.kill(process.pid, OVERSPENT);
}, EVERY_MS);
