/** A customer who always has a job under way, submits by one host, reads by the other, and counts what is owed. */
import { setTimeout as pause } from 'node:timers/promises';
import type { PatientClient } from '../../../support/patient-client.js';
import { patiently } from '../../patiently.js';
import { asked, rowsOf, submitted } from '../../asking.js';
import { errorsOf } from '../../reading.js';
import { unitsOf } from '../../story.js';
import type { Evidence } from './evidence.js';

interface Ordered {
  readonly name: string;
  readonly job: string;
}

interface Counts {
  readonly succeeded: number;
  readonly not_found: number;
  readonly failed: number;
}

interface Shown {
  readonly counts: Counts;
}

const MAX_ERRORS = 1_000;
/** A job may wait for a server, a lease and a process, one after the other. */
const ENDS_WITHIN_LOOKS = 6;
const BETWEEN_LOOKS_MS = 200;

export class Workload {
  /** Jobs in all, and their rows. */
  readonly done = { jobs: 0, rows: 0 };
  private readonly owed = { rows: 0, units: 0 };
  private readonly open: Ordered[] = [];
  private orders = 0;

  constructor(
    private readonly clients: readonly [PatientClient, PatientClient],
    private readonly numbers: readonly string[],
    private readonly rows: number,
    private readonly evidence: Evidence,
  ) {}

  /** One job after the other, until `over`: the last is under way then. */
  async orderUntil(over: () => boolean): Promise<void> {
    do {
      const { job } = await this.order();
      while (!over() && (await this.look(job)) === undefined) await pause(BETWEEN_LOOKS_MS);
    } while (!over());
  }

  /** Every accepted job ended, each row once and in order, none for a reason of ours, and the bill is what was served. */
  async judge(): Promise<void> {
    for (let one = this.open.shift(); one !== undefined; one = this.open.shift()) await this.judgeJob(one);
    this.evidence.forget();
    for (const client of this.clients)
      expect((await client.ask('/v1/usage')).body['counts']).toMatchObject(this.owed);
  }

  private async judgeJob({ name, job }: Ordered): Promise<void> {
    const client = this.reader;
    const { counts, ...document } = await this.ended(job);
    const rows = await rowsOf(client, job);
    const errors = await errorsOf(client, job, () => MAX_ERRORS);
    this.evidence.see({ job, document: { counts, ...document }, rows, errors });
    const wanted = asked({ name, numbers: this.numbers, rows: this.rows });
    const unknown = wanted.filter(({ company_number }) => company_number === '99999999').length;
    const told: Counts = { succeeded: this.rows - unknown, not_found: unknown, failed: 0 };
    expect({ name, ...counts }).toMatchObject({ name, ...told });
    expect(rows.map(({ ref }) => ref)).toEqual(wanted.map(({ ref }) => ref));
    expect(rows.filter(({ status }) => status !== 'done')).toEqual([]);
    expect(await submitted(client, { name, numbers: this.numbers, rows: this.rows })).toBe(job);
    this.done.jobs++;
    this.done.rows += rows.length;
    this.owed.rows += told.succeeded;
    this.owed.units += rows.reduce((sum, row) => sum + unitsOf(row), 0);
  }

  private async order(): Promise<Ordered> {
    const name = `order ${this.orders++}`;
    const job = await submitted(this.writer, { name, numbers: this.numbers, rows: this.rows });
    const ordered = { name, job };
    this.open.push(ordered);
    return ordered;
  }

  private async ended(job: string): Promise<Shown> {
    for (let looks = 0; looks < ENDS_WITHIN_LOOKS; looks++) {
      // Whoever waits here waits for a hang alone.
      const shown = await patiently(`the end of ${job}`, () => this.look(job)).catch(() => undefined);
      if (shown !== undefined) return shown;
    }
    throw new Error(`${job} does not end`);
  }

  private async look(job: string): Promise<Shown | undefined> {
    const { body: document } = await this.reader.ask(`/v1/enrich/jobs/${job}`);
    this.evidence.see({ job, document, rows: [], errors: [] });
    return document['results_ready'] === true ? (document as unknown as Shown) : undefined;
  }

  private get writer(): PatientClient {
    return this.clients[this.orders % 2 === 0 ? 0 : 1];
  }

  private get reader(): PatientClient {
    return this.clients[this.orders % 2 === 0 ? 1 : 0];
  }
}
