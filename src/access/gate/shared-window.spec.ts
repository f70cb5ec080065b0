import { MemoryCoordination } from '../../../test/support/stores/memory-coordination.js';
import { SharedWindow } from './shared-window.js';

/** Turns of the queue of promises that a claim takes, and some more. */
const TURNS = Array.from({ length: 60 }, (_, turns) => turns);

describe('a window that several processes count in', () => {
  it('answers every claim, at whatever moment of another one it comes', async () => {
    const answers = await Promise.all(
      TURNS.map(async (turns) => {
        const coordination = new MemoryCoordination(() => 0);
        const window = new SharedWindow('k', { name: 'default', limit: 1_000 }, 60_000);
        const first = window.claim(coordination, 0);
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
        return Promise.all([first, window.claim(coordination, 0)]);
      }),
    );
    expect(answers.flat()).toEqual(TURNS.flatMap(() => [true, true]));
  }, 10_000);

  it('is reported once half of what may be left unreported is taken', async () => {
    const window = new SharedWindow('k', { name: 'default', limit: 1_000 }, 60_000);
    await window.claim(new MemoryCoordination(() => 0), 0);
    window.used += 61; // of an eighth of the 999 that are left
    expect(window.shouldReport).toBe(false);
    window.used += 1;
    expect(window.shouldReport).toBe(true);
  });
});
