/**
 * A random campaign that makes a bill over real HTTP, while processes are killed: jobs, replays, cancels, late blocks, prices,
 * adjustments, repricings, reversals, credits. Its clock may jump over the end of a month.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { RegisterApiProcess } from '../../../packages/register-api-stand-in/src/index.js';
import { Seeded } from '../../../bench/support/seeded.js';
import { CommandLineOn, type Ended } from '../../support/cli.js';
import type { PatientClient } from '../../support/patient-client.js';
import { companyNumbers } from '../../support/sample-register.js';
import { ProcessWorld } from '../../support/worlds/process-world.js';
import { endOf } from '../patiently.js';
import { BLOCKS } from '../story.js';

export interface BillPlan {
  readonly seed: number;
  readonly kills: number;
  readonly overMonthsEnd: boolean;
}

const CLOCK_OFF = join(__dirname, '../programs/clock-off.js');
const MINUTE = 60_000;
const MONTH = '2027-03';
const NEXT_MONTH = '2027-04';
const AFTER_THE_MONTH = Date.parse(`${NEXT_MONTH}-01T00:15:00.000Z`);
const APPOINTED = { items: [{ name: 'DOE, Jane', officer_role: 'director', appointed_on: '2020-01-01' }] };
const WORDS = ['--reason', 'goodwill', '--note', 'as agreed'];
const PRICES = ['0.02', '0.5', '1.25', '0.0125'];
/** Refusals of what there is nothing of, and of what was reversed or jumped over by the clock. */
const MAY_BE_REFUSED =
  /nothing_charged|nothing_left|same_price|not_on_top|not_reversible|not_ended|unfinished|no_prices|unknown_adjustment|past|before today/;

type Act = (campaign: BillCampaign) => Promise<void>;

export class BillCampaign {
  readonly told = {
    jobs: 0,
    replays: 0,
    late: 0,
    cancels: 0,
    prices: 0,
    adjustments: 0,
    refused: 0,
    kills: 0,
  };
  private readonly chance: Seeded;
  private readonly jobs: { readonly id: string; readonly key: string; readonly body: object }[] = [];
  private readonly days: string[] = [];
  private readonly adjustments: string[] = [];
  private readonly numbers = companyNumbers();
  private over = false;
  private turn = 0;

  private constructor(
    private readonly plan: BillPlan,
    readonly world: ProcessWorld,
    private readonly register: RegisterApiProcess,
    private offMs: number,
    readonly account: number,
    readonly client: PatientClient,
  ) {
    this.chance = new Seeded(plan.seed);
  }

  static async begin(plan: BillPlan, register: RegisterApiProcess): Promise<BillCampaign> {
    const start = Date.parse(
      plan.overMonthsEnd ? `${MONTH}-31T23:58:00.000Z` : `${MONTH}-1${plan.seed % 9}T09:00:00.000Z`,
    );
    const offMs = start - Date.now();
    const live = { REGISTER_API_KEY: RegisterApiProcess.key, REGISTER_API_URL: register.url };
    const world = await ProcessWorld.create({ settings: { ...live, ...clockOff(offMs) } });
    const cli = commandLine(world, offMs);
    const { account_id } = await cli.json<{ account_id: number }>(
      'accounts',
      'create',
      '--email',
      'a@example.co.uk',
      '--name',
      'Bill',
    );
    const account = String(account_id);
    const limits = ['--requests-per-minute', '1000000', '--resolve-per-minute', '1000000'];
    const { key } = await cli.json<{ key: string }>(
      'keys',
      'issue',
      '--account',
      account,
      '--name',
      'bill',
      ...limits,
    );
    await world.fleet.startAll();
    return new BillCampaign(plan, world, register, offMs, account_id, world.client(key));
  }

  /** Acts and kills side by side; then every process runs, and every job has ended. */
  async run(): Promise<void> {
    const killing = this.killing().finally(() => (this.over = true));
    try {
      while (!this.over || this.turn < 25) await this.chance.one(ACTS)(this);
    } finally {
      this.over = true;
      await killing;
    }
    await this.world.fleet.startAll();
    for (const { id } of this.jobs) await endOf(this.client, id);
  }

  /** A command of the operator, whose clock is that of the processes. */
  cli(): CommandLineOn {
    return commandLine(this.world, this.offMs);
  }

  /** All processes are stopped, and the month is over for a quarter of an hour. */
  async closeMonth(): Promise<void> {
    await this.world.fleet.stopAll();
    this.offMs = Math.max(this.offMs, AFTER_THE_MONTH - Date.now());
  }

  get months(): readonly string[] {
    return [MONTH, NEXT_MONTH];
  }

  private async killing(): Promise<void> {
    const { fleet } = this.world;
    for (; this.told.kills < this.plan.kills; this.told.kills++) {
      if (this.over) return;
      await pause(this.chance.between(100, 1_500));
      const isJump = this.plan.overMonthsEnd && this.told.kills === 2;
      const victims = isJump || this.chance.chance(0.2) ? fleet.names : [this.chance.one(fleet.names)];
      await fleet.kill(...victims);
      if (isJump) this.offMs = AFTER_THE_MONTH - MINUTE * 14 - Date.now();
      for (const name of victims) await fleet.start(name, { settings: clockOff(this.offMs) });
    }
  }

  private get now(): string {
    return new Date(Date.now() + this.offMs).toISOString();
  }

  async submit(): Promise<void> {
    const rows = Array.from({ length: this.chance.between(1, 60) }, (_, row) => ({
      ref: `${row}`,
      company_number: row % 7 === 6 ? '99999999' : this.chance.one(this.numbers),
    }));
    await this.send(`job-${this.turn++}`, { rows, blocks: BLOCKS });
    this.told.jobs++;
  }

  async replay(): Promise<void> {
    const known = this.jobs.filter(({ key }) => key.startsWith('job-'));
    if (known.length === 0) return this.submit();
    const { id, key, body } = this.chance.one(known);
    const { body: answer } = await this.client.ask('/v1/enrich/jobs', post(key, body));
    if (answer['job_id'] !== id) throw new Error(`${key} was ${id} and is ${JSON.stringify(answer)}`);
    this.told.replays++;
  }

  private async send(key: string, body: object): Promise<void> {
    const { status, body: answer } = await this.client.ask('/v1/enrich/jobs', post(key, body));
    if (status !== 202 && status !== 200) throw new Error(`${key}: ${status} ${JSON.stringify(answer)}`);
    this.jobs.push({ id: String(answer['job_id']), key, body });
    this.days.push(this.now.slice(0, 10));
  }

  async resolve(): Promise<void> {
    const key = `resolve-${this.turn++}`;
    const path = `/v1/resolve?company_number=${this.chance.one(this.numbers)}&blocks=${BLOCKS.join()}`;
    for (let status = 502; status === 502;)
      ({ status } = await this.client.ask(path, { headers: { 'x-idempotency-key': key } }));
  }

  /** A resolve whose block comes later. */
  async late(): Promise<void> {
    const key = `late-${this.turn++}`;
    const number = this.chance.one(this.numbers);
    await this.register.control.answerWith(number, 'officers', APPOINTED);
    const path = `/v1/resolve?company_number=${number}&blocks=officers,industry&defer_live=true`;
    for (;;) {
      const { status, body } = await this.client.ask(path, { headers: { 'x-idempotency-key': key } });
      if (status === 502) continue;
      const id =
        typeof body['job_id'] === 'string' ? body['job_id'] : /job_\w{26}/.exec(JSON.stringify(body))?.[0];
      if (id !== undefined) this.jobs.push({ id, key, body: {} });
      this.told.late++;
      return;
    }
  }

  async cancel(): Promise<void> {
    await this.submit();
    const last = this.jobs.at(-1);
    if (last !== undefined) await this.client.ask(`/v1/enrich/jobs/${last.id}/cancel`, { method: 'POST' });
    this.told.cancels++;
  }

  async agree(): Promise<void> {
    const prices = [...BLOCKS, 'officers']
      .filter(() => this.chance.chance(0.6))
      .map((block) => `${block}=${this.chance.one(PRICES)}`);
    if (prices.length === 0) return;
    const words = prices.flatMap((price) => ['--price', price]);
    await this.command(
      'prices',
      'agree',
      '--account',
      String(this.account),
      '--currency',
      'GBP',
      '--from',
      this.now.slice(0, 10),
      ...words,
    );
    this.told.prices++;
  }

  async adjust(...how: readonly string[]): Promise<void> {
    if (this.jobs.length === 0) return;
    const job = this.chance.one(this.jobs).id;
    const day = this.chance.one(this.days.length === 0 ? [this.now.slice(0, 10)] : this.days);
    const what = this.chance.one([
      ['--job', job],
      ['--job', job, '--row', '0'],
      ['--from', day, '--to', day],
    ]);
    const block = how.length > 0 || this.chance.chance(0.5) ? ['--block', this.chance.one(BLOCKS)] : [];
    const [command = 'adjust', ...more] = how;
    await this.adjusted(command, '--account', String(this.account), ...what, ...block, ...more);
  }

  async reprice(): Promise<void> {
    await this.adjust('reprice', '--price', this.chance.one(PRICES));
  }

  async credit(): Promise<void> {
    await this.adjusted(
      'credit',
      '--account',
      String(this.account),
      '--currency',
      'GBP',
      '--amount',
      `${this.turn++}.25`,
    );
  }

  async reverse(): Promise<void> {
    if (this.adjustments.length > 0)
      await this.adjusted('adjust', '--reverse', this.chance.one(this.adjustments));
  }

  private async adjusted(...words: readonly string[]): Promise<void> {
    const { code, stdout } = await this.command('billing', ...words, ...WORDS);
    if (code !== 0) return;
    const { adjustment_id } = JSON.parse(stdout) as { adjustment_id: string | null };
    if (adjustment_id !== null) this.adjustments.push(adjustment_id);
    this.told.adjustments++;
  }

  private async command(...words: readonly string[]): Promise<Ended> {
    const ended = await this.cli().run(...words, '--json');
    if (ended.code !== 0) {
      this.told.refused++;
      if (!MAY_BE_REFUSED.test(ended.stderr)) throw new Error(`${words.join(' ')}: ${ended.stderr}`);
    }
    return ended;
  }
}

const ACTS: readonly Act[] = [
  ...Array.from({ length: 4 }, (): Act => (campaign) => campaign.submit()),
  ...Array.from({ length: 3 }, (): Act => (campaign) => campaign.resolve()),
  ...Array.from({ length: 3 }, (): Act => (campaign) => campaign.late()),
  (campaign) => campaign.replay(),
  (campaign) => campaign.cancel(),
  ...Array.from({ length: 2 }, (): Act => (campaign) => campaign.agree()),
  ...Array.from({ length: 2 }, (): Act => (campaign) => campaign.adjust()),
  ...Array.from({ length: 2 }, (): Act => (campaign) => campaign.reprice()),
  (campaign) => campaign.credit(),
  ...Array.from({ length: 2 }, (): Act => (campaign) => campaign.reverse()),
];

/** Settings under which every thread of a process has its clock off by this much. */
const clockOff = (offMs: number): Record<string, string> => ({
  NODE_OPTIONS: `--require ${CLOCK_OFF}`,
  CLOCK_OFF_MS: String(offMs),
});

const commandLine = (world: ProcessWorld, offMs: number): CommandLineOn =>
  new CommandLineOn('as processes', clockOff(offMs), world.cli.dataDir);

const post = (key: string, body: object) => ({ method: 'POST', headers: { 'x-idempotency-key': key }, body });
