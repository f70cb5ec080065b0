import type { AccountId } from '../../packages/contract/src/ids.js';
import { timedId } from '../streams/derived-id.js';
import { ReceiptProofs } from './receipt-proofs.js';

const ACCOUNT = 1001 as AccountId;

it.each([
  [true, 'unknown'],
  [false, 'not_yet'],
] as const)(
  'looks for an event once, where the jobs of the last moment are known: %s',
  async (isUpToDate, answer) => {
    const steps: string[] = [];
    const live = {
      head: () => Promise.resolve('7'),
      waitFor: (lane: string, position: string) => {
        steps.push(`${lane} ${position}`);
        return Promise.resolve(isUpToDate);
      },
      range: () => {
        steps.push('jobs');
        return Promise.resolve([]);
      },
    };
    const log = { readStream: () => Promise.resolve({ status: 'not_found' }) };
    const proofs = new ReceiptProofs(log as never, live as never, {} as never);
    expect(await proofs.proof(ACCOUNT, timedId(Date.now(), 'JobSubmitted'))).toBe(answer);
    expect(steps).toEqual(['work 7', 'jobs']);
  },
);
