/** kill -9 at any moment: API, worker and projector as processes of their own, under clients that work all the time. */
import { inParallel } from '../../packages/platform/src/tasks/in-parallel.js';
import { ProcessWorld } from '../support/worlds/process-world.js';
import { Seeded } from '../../bench/support/seeded.js';
import { forAllTests } from '../support/worlds/for-each-test.js';
import type { CampaignLog, CampaignPlan } from './campaign.js';
import { Campaign } from './campaign.js';
import type { Bill } from './campaign-judge.js';
import { CampaignJudge } from './campaign-judge.js';

const LONG = process.env['TEST_LONG'] === '1';
/** KILL_SEED and KILLS choose others. */
const PLAN: CampaignPlan = {
  seed: Number(process.env['KILL_SEED'] ?? 20_261_121),
  kills: Number(process.env['KILLS'] ?? (LONG ? 60 : 5)),
  clients: LONG ? 3 : 2,
  mostStories: LONG ? 150 : 20,
  longestMs: LONG ? 1_500 : 800,
};

jest.setTimeout(LONG ? 3_600_000 : 300_000);

const world = forAllTests(() => ProcessWorld.create());
beforeAll(async () => {
  await world.fleet.startAll();
});

function report({ kills, clients }: CampaignLog, figures: Readonly<Record<string, unknown>>): void {
  const stories = clients.flatMap((client) => client.stories);
  const jobs = stories.filter((story) => story.kind === 'job');
  const told = {
    seed: PLAN.seed,
    kills,
    jobs: jobs.length,
    rows_of_jobs: jobs.reduce((all, { rows }) => all + rows.length, 0),
    cancels: jobs.filter(({ cancelAsked }) => cancelAsked).length,
    resolves: stories.length - jobs.length,
    ...figures,
  };
  process.stdout.write(`kill -9: ${JSON.stringify(told)}\n`);
}

describe('however often API, worker and projector are killed,', () => {
  it('everything accepted is finished, and clients, bill and log tell one story', async () => {
    const { account, key } = await world.account('Campaign');
    const log = await new Campaign(world, PLAN).run(key);
    expect(log.fallen).toEqual([]);

    const client = world.client(key);
    const judge = new CampaignJudge(world, client, new Seeded(PLAN.seed + 1));
    const stories = log.clients.flatMap(({ stories: told }) => told);
    const bills: Bill[] = [];
    await inParallel(stories, 6, async (story) => void bills.push(await judge.judge(story)));
    await judge.judgeAccount(bills, account, stories);

    expect(await world.cli.json('usage', 'rebuild')).toMatchObject({ verdict: 'equal', differences: [] });
    const verdict = await world.cli.json<{ events: number; invariants: object[]; unfinished_jobs: number }>(
      'verify',
    );
    expect(verdict).toMatchObject({ ok: true, unfinished_jobs: 0 });
    expect(await world.fleet.stopAll()).toEqual({ api: 0, worker: 0, projector: 0 });
    report(log, {
      worker_lost: judge.lostRows,
      events: verdict.events,
      invariants_held: verdict.invariants.length,
    });
  });
});
