/** What the witness promised is on the disk: damage, full disks, ends at any step, and a second process. */
import files from 'node:fs';
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Cosigner } from '../src/cosigner.js';
import { StateFile } from '../src/state-file.js';
import { growth, leavesOf, LogKey } from './test-log.js';
import { WitnessInTest } from './witness-in-test.js';

const LONG = process.env.TEST_LONG !== undefined;
const KEY = new LogKey('log.example.org/heads');

let asked: WitnessInTest;
beforeEach(() => {
  asked = new WitnessInTest([`vkey ${KEY.vkey}`]);
  expect(asked.ask(growth(KEY, 0, leavesOf(5)))).toMatch(/^— /);
});
afterEach(() => {
  jest.restoreAllMocks();
  asked.remove();
});

const honest = (old = 5, size = 9): string => growth(KEY, old, leavesOf(size));
/** Extends the first five leaves by others than `honest` does. */
const other = (): string => growth(KEY, 5, leavesOf(9, 6));

/** The calls by which a change gets to the disk, in the order in which one cosignature makes them. */
const CALLS = [
  'openSync',
  'writeSync',
  'fsyncSync',
  'closeSync',
  'renameSync',
  'openSync',
  'fsyncSync',
  'closeSync',
] as const;
const CHANGING = [...new Set(CALLS)];

/** Runs `before` at each call that changes the disk, with its name and number. Reading the state is none. */
function watchDisk(before: (call: (typeof CALLS)[number], index: number) => void): void {
  let calls = 0;
  let isOwn = false;
  const read = new Set<unknown>();
  for (const call of CHANGING) {
    const real = files[call] as (...args: unknown[]) => unknown;
    jest.spyOn(files, call).mockImplementation((...args: unknown[]) => {
      const reads = call === 'openSync' ? args[0] === asked.state : read.has(args[0]);
      if (!isOwn && !reads) {
        isOwn = true;
        try {
          before(call, calls++);
        } finally {
          isOwn = false;
        }
      }
      const result = real(...args);
      if (reads && call === 'openSync') read.add(result);
      if (call === 'closeSync') read.delete(args[0]);
      return result as never;
    });
  }
}

it('is written, forced to the disk, renamed, and its folder forced to the disk, before the answer', () => {
  const calls: string[] = [];
  watchDisk((call) => calls.push(call));
  asked.ask(honest());
  expect(calls).toEqual(CALLS);
});

it('is kept over a restart', () => {
  asked.restart();
  expect(asked.ask(growth(KEY, 0, leavesOf(5, 2)))).toBe('409 5');
  expect(asked.ask(honest())).toMatch(/^— /);
  asked.restart();
  expect(asked.ask(other())).toBe('409 9');
});

it('is whole wherever the process ends, and never behind an answer', () => {
  const copies: string[] = [];
  const copy = (): void => {
    const folder = `${asked.folder}-${copies.length}`;
    cpSync(asked.folder, folder, { recursive: true });
    copies.push(folder);
  };
  watchDisk(copy);
  expect(asked.ask(honest())).toMatch(/^— /);
  jest.restoreAllMocks();
  copy();
  const sizes = copies.map((folder) => {
    rmSync(asked.folder, { recursive: true });
    cpSync(folder, asked.folder, { recursive: true });
    rmSync(folder, { recursive: true });
    asked.restart();
    return asked.ask(growth(KEY, 0, leavesOf(5)));
  });
  // Up to the call of `renameSync` the old state stands, then the new one; each time as a whole.
  const renamed = CALLS.indexOf('renameSync') + 1;
  expect(sizes).toEqual([...CALLS, 'answer'].map((_, index) => (index < renamed ? '409 5' : '409 9')));
});

it.each(CALLS.map((call, index) => [index, call] as const))(
  'a fault of the disk at step %i, %s, gives no cosignature, and no second history',
  (failing, call) => {
    watchDisk((_call, index) => {
      if (index === failing) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    });
    expect(() => asked.ask(honest())).toThrow('no space left');
    jest.restoreAllMocks();
    asked.restart();
    const again = asked.ask(honest());
    if (failing > CALLS.indexOf('renameSync')) expect(again).toBe('409 9');
    else expect(again).toMatch(/^— /);
    expect(asked.ask(other())).toBe('409 9');
    expect(call).toBe(CALLS[failing]);
  },
);

it('a full disk leaves nothing behind, and the next request needs no restart', () => {
  jest.spyOn(files, 'writeSync').mockImplementation(() => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  });
  expect(() => asked.ask(honest())).toThrow('no space left');
  jest.restoreAllMocks();
  expect(readdirSync(asked.folder)).toEqual(['state']);
  expect(asked.ask(honest())).toMatch(/^— /);
});

describe('what stands in the way of a start, and of every answer:', () => {
  const open = (): void => new StateFile(asked.state, asked.cosigner.vkey).open();

  it('a byte that changed, wherever it is', () => {
    const bytes = readFileSync(asked.state);
    for (let at = 0; at < bytes.length; at += LONG ? 1 : 7) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      writeFileSync(asked.state, changed);
      expect(open).toThrow('damaged');
    }
    expect(() => asked.ask(honest())).toThrow('damaged');
    writeFileSync(asked.state, bytes);
    expect(asked.ask(honest())).toMatch(/^— /);
  });

  it('a file that is cut, wherever, or has more', () => {
    const bytes = readFileSync(asked.state);
    for (let length = 0; length < bytes.length; length += LONG ? 1 : 7) {
      writeFileSync(asked.state, bytes.subarray(0, length));
      expect(open).toThrow('damaged');
    }
    writeFileSync(asked.state, Buffer.concat([bytes, Buffer.from('\n')]));
    expect(open).toThrow('damaged');
  });

  it('a file that is gone: a lost state is no new one', () => {
    rmSync(asked.state);
    expect(open).toThrow('no such file');
    expect(() => asked.ask(honest())).toThrow('no such file');
  });

  it('the state of another key', () => {
    expect(() => new StateFile(asked.state, new Cosigner('other.example.org').vkey).open()).toThrow(
      'is the state of witness.example.org/w1+',
    );
  });
});

it('a state that is there is not made again', () => {
  const before = readFileSync(asked.state);
  expect(() => new StateFile(asked.state, asked.cosigner.vkey).create()).toThrow('EEXIST');
  expect(readFileSync(asked.state)).toEqual(before);
});

it('what another process writes at the same time is left alone, and nothing is cosigned', () => {
  const next = `${asked.state}.next`;
  writeFileSync(next, 'of another process');
  expect(() => asked.ask(honest())).toThrow('EEXIST');
  expect(readFileSync(next, 'utf8')).toBe('of another process');
});

it('a state that another process changed in between is not written over', () => {
  const second = new WitnessInTest([`vkey ${KEY.vkey}`], asked.cosigner);
  cpSync(asked.state, second.state);
  second.restart();
  expect(second.ask(other())).toMatch(/^— /);
  const newer = readFileSync(second.state);
  second.remove();
  watchDisk((call) => {
    if (call === 'closeSync') writeFileSync(asked.state, newer);
  });
  expect(() => asked.ask(honest())).toThrow('another process');
  jest.restoreAllMocks();
  asked.restart();
  expect(asked.ask(honest(9, 12))).toMatch(/^422 /);
});

it('a state that another process put in the place of the next one is not taken for its own', () => {
  const second = new WitnessInTest([`vkey ${KEY.vkey}`], asked.cosigner);
  cpSync(asked.state, second.state);
  second.restart();
  expect(second.ask(other())).toMatch(/^— /);
  const newer = readFileSync(second.state);
  second.remove();
  watchDisk((call) => {
    if (call === 'renameSync') writeFileSync(`${asked.state}.next`, newer);
  });
  expect(() => asked.ask(honest())).toThrow('another process');
  jest.restoreAllMocks();
  asked.restart();
  expect(asked.ask(honest(9, 12))).toMatch(/^422 /);
});

it('origins that are names of properties are origins', () => {
  for (const origin of ['__proto__', 'constructor', 'toString']) {
    const named = new WitnessInTest([`vkey ${KEY.vkey}`, `origin ${origin}`]);
    expect(named.ask(growth(KEY, 0, leavesOf(3), origin))).toMatch(/^— /);
    named.restart();
    expect(named.ask(growth(KEY, 0, leavesOf(3), origin))).toBe('409 3');
    named.remove();
  }
});

it('its owner alone may read it', () => {
  expect(files.statSync(asked.state).mode & 0o777).toBe(0o600);
  expect(files.statSync(join(asked.folder)).isDirectory()).toBe(true);
});
