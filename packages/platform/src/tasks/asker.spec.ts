import { pause } from '../time/pause.js';
import { askedBy, keepAskers, mustBeAwaited, unasked } from './asker.js';

/** Whether work that a request began may go on after the client hung up. */
async function goesOnAfterHangUp(begin: (work: () => Promise<void>) => Promise<void>): Promise<boolean> {
  keepAskers();
  const client = { destroyed: false };
  const work = async (): Promise<void> => {
    await pause(0);
    mustBeAwaited();
  };
  let begun: Promise<void> = Promise.resolve();
  askedBy(client, () => {
    begun = begin(work);
  });
  client.destroyed = true;
  return begun.then(
    () => true,
    () => false,
  );
}

describe('after the client hung up', () => {
  it('work that only it waited for ends', async () => {
    expect(await goesOnAfterHangUp((work) => work())).toBe(false);
  });

  it('work that is to go on goes on', async () => {
    expect(await goesOnAfterHangUp((work) => unasked(work))).toBe(true);
  });
});
