/**
 * Two machines under load, and a hundred faults and more of every kind that machines, their networks, clocks, disks and
 * servers have, six at a time. After each six: every accepted job ends whole, in order and billed once, the log holds
 * every invariant and the figures of use are what the log says. The table of what was seen stands in `docs/scaling.md`.
 *
 * `CAMPAIGN_SEED`, `CAMPAIGN_FAULTS` and `CAMPAIGN_ROWS` (of each job) choose others.
 */
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Seeded } from '../../../../bench/support/seeded.js';
import { companyNumbers } from '../../../support/sample-register.js';
import { forAllTests } from '../../../support/worlds/for-each-test.js';
import { drawn } from './faults.js';
import { Machines } from './machines.js';
import { Workload } from './workload.js';

const SEED = Number(process.env['CAMPAIGN_SEED'] ?? 20_261_126);
const FAULTS = Number(process.env['CAMPAIGN_FAULTS'] ?? 102);
const ROWS = Number(process.env['CAMPAIGN_ROWS'] ?? 20_000);
const AT_ONCE = 6;
/** Faults of one moment begin within so many milliseconds of each other. */
const APART_MS = 5_000;

jest.setTimeout(4 * 3_600_000);

const machines = forAllTests(() => Machines.start(SEED));

class Seen {
  readonly kinds: Record<string, number> = {};
  readonly fallen: string[] = [];
  private since: string | undefined;

  note(kind: string): void {
    this.kinds[kind] = (this.kinds[kind] ?? 0) + 1;
  }

  /** The log and the read models, as far as they have come since the last look. */
  async judge({ world }: Machines, last: boolean): Promise<void> {
    const from = last || this.since === undefined ? [] : ['--since', this.since];
    const verdict = await world.cli.json<{ position: string; invariants: { ok: boolean }[] }>(
      'verify',
      ...from,
    );
    expect(verdict.invariants.filter(({ ok }) => !ok)).toEqual([]);
    expect(verdict).toMatchObject({ ok: true, unfinished_jobs: 0 });
    this.since = verdict.position;
    expect(await world.cli.json('usage', 'rebuild')).toMatchObject({ verdict: 'equal', differences: [] });
    for (const name of world.fleet.names)
      if (world.fleet.hasFallen(name)) this.fallen.push(`${name}: ${world.fleet.get(name).output}`);
    expect(this.fallen).toEqual([]);
  }
}

// Disks are filled with `prlimit`.
const onLinux = existsSync('/proc/self/limits') ? describe : describe.skip;

onLinux('two machines, whatever happens to them,', () => {
  it('finish every job that they accept, once, whole and in order, and bill what they served', async () => {
    const { key } = await machines.world.account('Machines');
    const clients = [machines.world.client(key, 'api-1'), machines.world.client(key, 'api-2')] as const;
    const { evidence } = machines;
    const workload = new Workload(clients, companyNumbers(), ROWS, evidence);
    const chance = new Seeded(SEED);
    const seen = new Seen();
    for (let from = 0; from < FAULTS; from += AT_ONCE) {
      const faults = drawn(machines, chance, { from, count: Math.min(AT_ONCE, FAULTS - from) });
      let over = false;
      const ordering = workload.orderUntil(() => over);
      await Promise.all(
        faults.map(async ({ kind, happen }) => {
          seen.note(kind);
          await pause(chance.between(0, APART_MS));
          await happen();
        }),
      );
      over = true;
      await ordering;
      await evidence.around(async () => {
        await workload.judge();
        await seen.judge(machines, from + AT_ONCE >= FAULTS);
      });
      process.stdout.write(`${from + faults.length} faults, ${JSON.stringify(workload.done)}\n`);
    }
    const told = { seed: SEED, rows_of_a_job: ROWS, ...workload.done, faults: seen.kinds };
    process.stdout.write(`machines: ${JSON.stringify(told)}\n`);
  });
});
