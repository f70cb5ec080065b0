import { once } from 'node:events';
import { getPriority } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';

const COMPILED = join(resolve(__dirname, '../../..'), 'dist/src/platform/threads/thread-priority.js');
const ITSELF = `
  const { getPriority } = require('node:os');
  const { parentPort } = require('node:worker_threads');
  const { ownThread, workInBackground } = require(${JSON.stringify(COMPILED)});
  const before = getPriority(ownThread());
  workInBackground();
  parentPort.postMessage([before, getPriority(ownThread())]);
`;

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('a thread that works in the background is behind the others, and it alone', async () => {
  const others = getPriority();
  const [priorities] = (await once(new Worker(ITSELF, { eval: true }), 'message')) as [number[]];
  expect(priorities).toEqual([others, Math.max(others, 10)]);
  expect(getPriority()).toBe(others);
});
