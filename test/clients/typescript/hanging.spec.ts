/** How a call ends that the service never answers. The service is a function here. */
import { setImmediate } from 'node:timers/promises';
import { CompanyData } from '../../../packages/client/src/index.js';
import { collectingMemory } from '../../support/system/collecting-memory.js';
import { warningsOf } from '../../support/system/warnings.js';

describe('a call that hangs', () => {
  const signals: AbortSignal[] = [];
  const hanging: typeof fetch = (_url, init) =>
    new Promise((_resolve, reject) => {
      const signal = init?.signal as AbortSignal;
      signals.push(signal);
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  const terms = { url: 'http://service.test', key: 'svc_test_key', patience: 0, fetch: hanging };
  beforeEach(() => signals.splice(0));

  it('ends at its limit, also while memory is collected', async () => {
    const client = new CompanyData({ ...terms, timeout: 60 });
    const { signal } = new AbortController();
    const call = () => client.whoami({ signal });
    await expect(collectingMemory(call)).rejects.toThrow('aborted due to timeout');
    expect(signals).toHaveLength(1);
  });

  it('ends with its signal, which may be that of many: Node warns of none', async () => {
    const client = new CompanyData(terms);
    const stop = new AbortController();
    const run = async () => {
      const calls = Array.from({ length: 20 }, () => client.whoami({ signal: stop.signal }));
      const ended = Promise.allSettled(calls);
      await setImmediate();
      expect(signals).toHaveLength(calls.length);
      stop.abort(new Error('stopped'));
      expect((await ended).map(({ status }) => status)).toEqual(calls.map(() => 'rejected'));
    };
    expect(await warningsOf(run)).toEqual([]);
  });
});
