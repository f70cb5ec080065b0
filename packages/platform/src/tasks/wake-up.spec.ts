import { WakeUp } from './wake-up.js';

const LONG = 1_000_000;

describe('a wake-up', () => {
  it('wakes all who sleep', async () => {
    const wakeUp = new WakeUp();
    const both = Promise.all([wakeUp.sleep(LONG), wakeUp.sleep(LONG)]);
    wakeUp.call();
    await both;
  });

  it('is kept for who comes late', async () => {
    const wakeUp = new WakeUp();
    wakeUp.call();
    await wakeUp.sleep(LONG);
  });

  it('comes by itself after the time given', async () => {
    await new WakeUp().sleep(1);
  });
});
