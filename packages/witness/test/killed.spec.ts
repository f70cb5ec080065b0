/** A witness that is killed, or disturbed by a second process, at each of its calls of the file system. */
import fs from 'node:fs';
import { createHash } from 'node:crypto';
import { checkpointText, growth, leavesOf, LogKey } from './test-log.js';
import { WitnessInTest } from './witness-in-test.js';

const LONG = process.env.TEST_LONG !== undefined;
const KEY = new LogKey('log.example.org/heads');
const HASH = createHash('sha256').update(KEY.name).digest('hex');
const text = (size: number): string => checkpointText(KEY.name, leavesOf(size));

const CALLS = [
  'openSync',
  'writeFileSync',
  'fsyncSync',
  'closeSync',
  'readFileSync',
  'linkSync',
  'renameSync',
  'rmSync',
] as const;
const STAGES = ['before', 'half', 'after'] as const;
/** The nth call, from 0. `half`: a write has put half of its bytes there. */
type Moment = { readonly name: string; readonly call: number; readonly stage: (typeof STAGES)[number] };

class Killed extends Error {}

/**
 * Runs work that is stopped at a moment. Without `meanwhile` it dies there: no later call does anything.
 * @param most calls of the process that comes meanwhile, which is killed then
 */
function stopped(moment: Moment | null, work: () => void, meanwhile?: () => void, most = Infinity): string[] {
  let [isDead, isBusy, left] = [false, false, most];
  const calls: string[] = [];
  const open: number[] = [];
  const spies = CALLS.map((name) => {
    const real = fs[name] as (...given: unknown[]) => unknown;
    const spy = jest.spyOn(fs, name) as unknown as jest.SpyInstance;
    return spy.mockImplementation((...given: unknown[]) => {
      if (isDead) throw new Killed();
      if (isBusy && left-- <= 0) throw new Killed();
      if (isBusy) return name === 'fsyncSync' ? undefined : real(...given);
      const call = calls.push(name) - 1;
      const stop = (stage: Moment['stage']): void => {
        if (call !== moment?.call || stage !== moment.stage) return;
        if (stage === 'half' && name === 'writeFileSync')
          real(given[0], (given[1] as Buffer).subarray(0, (given[1] as Buffer).length / 2));
        isBusy = true;
        meanwhile?.();
        isBusy = false;
        if (meanwhile !== undefined) return;
        isDead = true;
        throw new Killed();
      };
      stop('before');
      stop('half');
      // A kill leaves what no disk was asked for: waiting for it would only take time.
      const answer = name === 'fsyncSync' ? undefined : real(...given);
      if (name === 'openSync') open.push(answer as number);
      if (name === 'closeSync') open.splice(open.indexOf(given[0] as number), 1);
      stop('after');
      return answer;
    });
  });
  try {
    work();
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  } finally {
    for (const spy of spies) spy.mockRestore();
    for (const handle of open) fs.closeSync(handle);
  }
  return calls;
}

const momentsOf = (calls: readonly string[]): Moment[] =>
  calls.flatMap((name, call) =>
    STAGES.filter((stage) => stage !== 'half' || name === 'writeFileSync').map((stage) => ({
      name,
      call,
      stage,
    })),
  );

/** A witness that has cosigned five leaves. */
function aWitness(): WitnessInTest {
  let asked: WitnessInTest | undefined;
  stopped(null, () => {
    asked = new WitnessInTest([`vkey ${KEY.vkey}`]);
    asked.ask(FIRST);
  });
  return asked as WitnessInTest;
}
const [FIRST, NEXT, LATER] = [
  growth(KEY, 0, leavesOf(5)),
  growth(KEY, 5, leavesOf(9)),
  growth(KEY, 9, leavesOf(12)),
];
const FORK = growth(KEY, 5, leavesOf(9, 5));
/** What a new process on the folder does: it starts, and is shown nine leaves. */
const grow = (asked: WitnessInTest, told: string[]) => (): void => {
  asked.restart();
  told.push(asked.ask(NEXT));
};
const isCosigned = (answer: string | undefined): boolean => answer?.startsWith('— ') === true;
const keptIn = ({ witness }: WitnessInTest): string => witness.latest(HASH).split('\n\n')[0] + '\n';

let moments: readonly Moment[];
beforeAll(() => {
  const asked = aWitness();
  moments = momentsOf(stopped(null, grow(asked, [])));
  asked.remove();
});

it('killed at any call it has the checkpoint before or the new one, and each that it answered', () => {
  expect(moments.length).toBeGreaterThan(20);
  for (const moment of moments)
    for (const next of LONG ? [null, ...moments] : [null]) {
      const asked = aWitness();
      const told: string[] = [];
      stopped(moment, grow(asked, told));
      if (next !== null) stopped(next, grow(asked, told));
      stopped(null, () => {
        asked.restart();
        const kept = keptIn(asked);
        expect([text(5), text(9)]).toContain(kept);
        if (told.some(isCosigned)) expect(kept).toBe(text(9));
        // What may have been answered is the history from now on.
        expect(asked.ask(FORK)).toMatch(kept === text(9) ? /^409 9$/ : /^— /);
        if (kept === text(9)) expect(asked.ask(LATER)).toMatch(/^— /);
      });
      asked.remove();
    }
});

/** Whoever finds that another process writes answers 500, and signs nothing. */
function orFails(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof Killed)) expect(String(error)).toMatch(/another process writes|EEXIST|ENOENT/);
  }
}

it('a second process at any call, running, started or killed there, cosigns no second history', () => {
  const between = moments.filter(({ stage }) => stage !== 'half');
  const whole = between.map((moment) => [moment, Infinity] as const);
  const killed = between
    .filter(({ name, stage }) => LONG || (name === 'renameSync' && stage === 'before'))
    .flatMap((moment) => between.map((_, most) => [moment, most] as const));
  const disturb = (moment: Moment, most: number, isStarted: boolean): void => {
    const asked = aWitness();
    const other = new WitnessInTest(asked.logs, asked.cosigner, asked.folder);
    const [told, toldByOther]: [string[], string[]] = [[], []];
    const second = (): void =>
      orFails(() => {
        if (isStarted) other.restart();
        toldByOther.push(other.ask(FORK));
      });
    stopped(moment, () => orFails(grow(asked, told)), second, most);
    asked.restart();
    const kept = keptIn(asked);
    expect([...told, ...toldByOther].filter(isCosigned).length).toBeLessThan(2);
    if (told.some(isCosigned)) expect(kept).toBe(text(9));
    if (toldByOther.some(isCosigned)) expect(kept).toBe(checkpointText(KEY.name, leavesOf(9, 5)));
    asked.remove();
  };
  for (const [moment, most] of whole) disturb(moment, most, false);
  for (const [moment, most] of [...whole, ...killed]) disturb(moment, most, true);
});
