/** One cap over real processes, whatever becomes of them. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const TYPESCRIPT = join(__dirname, '../../stand-in-process/typescript.cjs');
const PROCESSES = 10;

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'mcp-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const start = (wish: string): ChildProcess =>
  spawn(process.execPath, ['-r', TYPESCRIPT, join(__dirname, 'spender.ts'), folder, wish], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });

/** What a process says that it spent, once it is gone. */
async function spentBy(child: ChildProcess): Promise<number> {
  let printed = '';
  child.stdout?.on('data', (piece: Buffer) => (printed += String(piece)));
  await once(child, 'close');
  return printed.split('\n').reduce((sum, line) => sum + Number(line), 0);
}

const sumIn = (entries: object): number =>
  Object.values(entries).reduce<number>((sum, entry) => sum + Number(Reflect.get(Object(entry), 'units')), 0);

/** As the file has it. */
function recorded(): number {
  const [name = ''] = readdirSync(folder).filter((entry) => entry.endsWith('.json'));
  return sumIn((JSON.parse(readFileSync(join(folder, name), 'utf8')) as { entries: object }).entries);
}

it('ten processes at once spend a cap together, and not a unit more', async () => {
  const spent = await Promise.all(Array.from({ length: PROCESSES }, () => spentBy(start('100'))));
  const sum = spent.reduce((all, one) => all + one, 0);
  expect(spent.filter((one) => one > 0).length).toBeGreaterThan(1);
  expect([sum, sum > 97 && sum <= 100]).toEqual([recorded(), true]);
});

it('processes that are killed leave what they reserved, and the cap holds', async () => {
  const children = Array.from({ length: PROCESSES }, () => start('300'));
  const spent = children.map(spentBy);
  await once(children[0]?.stdout ?? process.stdin, 'data');
  for (const child of children.slice(1)) child.kill('SIGKILL');
  const sum = (await Promise.all(spent)).reduce((all, one) => all + one, 0);
  expect(recorded()).toBeLessThanOrEqual(300);
  expect(sum).toBeLessThanOrEqual(recorded());
  expect(recorded()).toBeGreaterThan(297);
});

it('a lock whose holder was killed is free', async () => {
  const holder = start('hold');
  await once(holder.stdout ?? process.stdin, 'data');
  const waiting = start('9');
  const spent = spentBy(waiting);
  await expect(
    Promise.race([spent, new Promise((resolve) => setTimeout(resolve, 1_500, 'waits'))]),
  ).resolves.toBe('waits');
  holder.kill('SIGKILL');
  expect(await spent).toBeGreaterThan(6);
});
