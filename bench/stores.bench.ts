/**
 * `npm run bench:stores`: the embedded event store against the bare driver, which does the same inserts and
 * reads of the same events in this run. Every commit is synced to the disk before it counts. Medians of all
 * rounds, with the ratio to the bare driver: of events per second, and of the processor time that an event
 * takes in all threads, which a busy machine changes less. Then, once, what a server costs the service:
 * processor time for a job and at rest, with the ratio to the embedded stores (`stores/service-cost.ts`).
 * Arguments: `--rounds N` (default 5), `--scale F` (default 1; how many events), `--rows N` of the job
 * (default 5,000), `--rest S`, seconds at rest (default 60).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bareDriver } from './stores/bare-driver.js';
import { embedded } from './stores/embedded.js';
import { eventsOf, plans, type Contestant, type ContestantKind, type WriterPlan } from './stores/workload.js';
import { COSTED, serviceCost } from './stores/service-cost.js';
import { machine, quantile, table, whole } from './support/figures.js';

interface Case {
  readonly title: string;
  readonly writers: number;
  readonly plans: readonly WriterPlan[];
  /** What is measured is the replay, of all or of the named category, not the writing. */
  readonly replay?: { readonly category?: string };
}

function cases(scale: number): Case[] {
  const scaled = (count: number): number => Math.max(1, Math.round(count * scale));
  const log = plans(40, scaled(10), 100);
  return [
    { title: 'append 1 event, one writer', writers: 1, plans: plans(1, scaled(2_000), 1) },
    { title: 'append 1 event, 8 writers', writers: 8, plans: plans(8, scaled(500), 1) },
    {
      title: 'append 1 event to a new stream, 64 writers',
      writers: 64,
      plans: plans(64, scaled(150), 1, true),
    },
    { title: 'append 100 events, one writer', writers: 1, plans: plans(1, scaled(200), 100) },
    { title: 'append 100 events, 8 writers', writers: 8, plans: plans(8, scaled(40), 100) },
    { title: 'replay all events', writers: 1, plans: log, replay: {} },
    { title: 'replay one of two categories', writers: 1, plans: log, replay: { category: 'even' } },
  ];
}

interface Figure {
  readonly perSecond: number;
  /** Processor time of the whole process, in microseconds an event. */
  readonly work: number;
}

async function figureOf(events: number, work: () => Promise<unknown>): Promise<Figure> {
  const start = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { perSecond: (events * 1_000) / (performance.now() - start), work: (user + system) / events };
}

async function measureOn(contestant: Contestant, one: Case): Promise<Figure> {
  const write = contestant.prepare(one.plans, one.writers);
  const events = eventsOf(one.plans);
  if (one.replay === undefined) return figureOf(events, write);
  await write();
  const { category } = one.replay;
  const expected = category === undefined ? events : events / 2;
  let count = 0;
  const figure = await figureOf(expected, async () => (count = await contestant.replay(category)));
  if (count !== expected) throw new Error(`replayed ${count} of ${expected} events`);
  return figure;
}

/** On a file of its own. */
async function measure(kind: ContestantKind, one: Case): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-stores-'));
  const contestant = await kind.open(join(folder, 'events.db'));
  try {
    return await measureOn(contestant, one);
  } finally {
    await contestant.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * For each case and contestant the figures of all rounds, contestants in turn so that all meet the same
 * machine.
 */
async function run(
  kinds: readonly ContestantKind[],
  all: readonly Case[],
  rounds: number,
): Promise<Figure[][][]> {
  const figures = all.map(() => kinds.map((): Figure[] => []));
  for (let round = 0; round < rounds; round++) {
    for (const [row, one] of all.entries()) {
      // Another one goes first in each round: a disk is slower right after another's files were removed.
      for (let turn = 0; turn < kinds.length; turn++) {
        const column = (turn + round) % kinds.length;
        const kind = kinds[column];
        if (kind !== undefined) figures[row]?.[column]?.push(await measure(kind, one));
      }
    }
  }
  return figures;
}

/** One row: the median of each contestant, with its ratio to the first one. */
function row(
  figures: readonly (readonly Figure[])[],
  { of, text }: { readonly of: (figure: Figure) => number; readonly text: (value: number) => string },
): string[] {
  return againstFirst(
    figures.map((all) => quantile(all.map(of), 0.5)),
    text,
  );
}

/** Each figure with its ratio to the first one. */
function againstFirst(
  figures: readonly number[],
  text = (value: number): string => value.toFixed(2),
): string[] {
  const [baseline = Number.NaN] = figures;
  return figures.map((figure) => `${text(figure)}  (${(figure / baseline).toFixed(2)})`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      scale: { type: 'string', default: '1' },
      rows: { type: 'string', default: '5000' },
      rest: { type: 'string', default: '60' },
    },
  });
  const kinds = [bareDriver, embedded];
  const all = cases(Number(values.scale));
  const figures = await run(kinds, all, Number(values.rounds));
  const names = kinds.map(({ name }) => name);
  const printed = (title: string, shown: Parameters<typeof row>[1]): string =>
    table(
      [title, ...names],
      all.map((one, index) => [one.title, ...row(figures[index] ?? [], shown)]),
    );
  console.log(machine());
  console.log(printed('events/s, of 0.9 KB each, synced', { of: ({ perSecond }) => perSecond, text: whole }));
  console.log(
    printed('processor time an event, us', { of: ({ work }) => work, text: (value) => value.toFixed(1) }),
  );
  const [rows, rest] = [Number(values.rows), Number(values.rest)];
  const cost = await serviceCost(rows, rest);
  console.log(
    table(
      ['processor time of the service, s (against embedded)', ...COSTED],
      [
        [`a job of ${whole(rows)} rows`, ...againstFirst(cost.job)],
        [`at rest for ${whole(rest)} s`, ...againstFirst(cost.rest)],
      ],
    ),
  );
}

void main();
