import { once } from 'node:events';
import { getPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';

const COMPILED = join(
  resolve(__dirname, '../../../..'),
  'dist/packages/platform/src/threads/thread-priority.js',
);
const ITSELF = `
  const { readlinkSync } = require('node:fs');
  const { getPriority } = require('node:os');
  const { parentPort } = require('node:worker_threads');
  const { workInBackground } = require(${JSON.stringify(COMPILED)});
  const priority = () => getPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)));
  const before = priority();
  workInBackground();
  parentPort.postMessage([before, priority()]);
`;

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('a thread that works in the background is behind the others, and it alone', async () => {
  const others = getPriority();
  const [priorities] = (await once(new Worker(ITSELF, { eval: true }), 'message')) as [number[]];
  expect(priorities).toEqual([others, Math.max(others, 10)]);
  expect(getPriority()).toBe(others);
});
