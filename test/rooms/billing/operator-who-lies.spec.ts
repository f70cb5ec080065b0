/**
 * The operator who lies: each lie is told on a real log, and the table of `docs/statements.md` says who
 * notices it. `npm run docs` writes the table.
 */
import 'reflect-metadata';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompanyData, type SyncOptions } from '../../../packages/client/src/index.js';
import { newPrivateKey } from '../../../packages/statement-check/src/format/signature.js';
import type { RecordedEvent } from '../../../packages/platform/src/event-store/event-store.js';
import { accountStream } from '../../../src/streams/account/account.events.js';
import { LogMachine } from '../../support/client/log-machine.js';
import { MemoryFolder } from '../../support/client/watched-service.js';
import { WitnessServer } from '../../support/heads/witness-server.js';
import { ACCOUNT, JOB, aSubmission } from '../../support/logs/job-builders.js';
import { BOTH, NO_INDUSTRY } from '../../support/logs/row-stories.js';
import { OTHER_JOB } from '../../support/verified.js';
import { afterThisTest, forEachTest } from '../../support/worlds/for-each-test.js';
import { lost, says } from './planted/edits.js';

const [JANUARY, FEBRUARY] = ['2024-01', '2024-02'] as const;
const IN_FEBRUARY = '2024-02-11T09:00:00.000Z';
const PAGE = join(__dirname, '../../../docs/statements.md');

/** What the customer was answered for each row of January. */
const RESULTS = [0, 1, 2].map((row) =>
  JSON.stringify({
    ...{ row, job_id: JOB, job_row: row, ref: '', status: 'done', matched: { company_number: '01234567' } },
    blocks: {
      company_identity: { status: 'available' },
      industry: { status: row === 1 ? 'not_found' : 'available' },
    },
  }),
);
const OWN: SyncOptions = {
  results: [{ name: 'own', bytes: Buffer.from(`${RESULTS.join('\n')}\n`) }],
  allResults: true,
};

interface World {
  /** A service that has told the truth, with the statement of January. */
  readonly honest: LogMachine;
  /** The folder of a customer who kept that statement. */
  readonly folder: MemoryFolder;
}

const PRICES = { industry: '0.02', company_identity: '0.01' };
async function inJanuary(
  machine: LogMachine,
  story = NO_INDUSTRY,
  prices: Record<string, string> = PRICES,
): Promise<LogMachine> {
  machine.log.time = '2024-01-10T12:00:00.000Z';
  await machine.log.openAccount();
  const data = { currency: 'GBP', from: '2024-01-01', prices };
  await machine.log.append(accountStream(ACCOUNT), machine.log.event({ type: 'PricesAgreed', data }));
  await machine.log.run(aSubmission(3, 3), (row) => (row === 1 ? story : BOTH));
  await machine.issue(JANUARY);
  return machine;
}

/** @returns the code of the fault, or `right` */
const sync = (machine: LogMachine, folder = new MemoryFolder(), options: SyncOptions = {}): Promise<string> =>
  new CompanyData({
    ...{ url: 'http://service.test', key: 'k', patience: 0, fetch: machine.fetch },
    pause: () => Promise.resolve(),
  }).statements
    .sync(folder, options)
    .then(
      () => 'right',
      (error: unknown) => {
        const { code } = error as { code?: unknown };
        if (typeof code !== 'string' || code === 'no_answer') throw error;
        return code;
      },
    );

/** Whether `verify` holds; with what fails: seals, the log of heads, or invariants by their number. */
async function verified(machine: LogMachine): Promise<readonly (number | string)[]> {
  const { seals, heads, invariants } = await machine.verify();
  return [
    ...(seals.ok ? [] : ['seals']),
    ...(heads?.ok === false ? ['heads'] : []),
    ...invariants.filter(({ ok }) => !ok).map(({ id }) => id),
  ];
}

type Events = readonly RecordedEvent[];
const without =
  (...types: readonly string[]) =>
  (events: Events): Events =>
    events.filter(({ type }) => !types.includes(type));
/** All that was made from the log is made again, so that nothing in it contradicts the lie. */
const ALL_MADE = ['LogSealed', 'HeadLogged', 'StatementIssued', 'LeafSecretMade'];

async function again(
  machine: LogMachine,
  lie: (events: Events) => Events,
  pem?: string,
): Promise<LogMachine> {
  const other = await machine.rewritten((events) => without(...ALL_MADE)(lie(events)), pem);
  await other.issue(JANUARY);
  return other;
}

const moreUnits = says('RowsRecorded', (data) => ({
  outcomes: (data['outcomes'] as { units: object }[]).map((one) => ({
    ...one,
    units: { ...one.units, industry: 2 },
  })),
}));

const DEARER = says('PricesAgreed', { prices: { industry: '0.05', company_identity: '0.05' } });

async function watched(machine: LogMachine): Promise<WitnessServer> {
  const witness = await WitnessServer.start(await machine.vkey());
  afterThisTest(() => witness.stop());
  return witness;
}
const needing = ({ vkey }: WitnessServer): SyncOptions => ({ witnesses: [vkey] });

/** The lie, who notices it and how, and the test that shows it. */
type Row = readonly [lie: string, noticed: string, how: string, shown: (at: World) => Promise<void>];
const ROWS: readonly Row[] = [
  [
    'a charge of an issued month is raised in the log',
    '`verify`',
    'the first seal after it has another root, and what was delivered contradicts the charge',
    async ({ honest }) => {
      const found = await verified(await honest.rewritten(moreUnits));
      expect([found.includes('seals'), found.includes(4)]).toEqual([true, true]);
    },
  ],
  [
    'the same, and seals, heads and statement are made again',
    "a customer's sync",
    '`log_forked`: the log of heads that was kept is no beginning of the new one',
    async ({ honest, folder }) => {
      const other = await again(honest, moreUnits);
      expect((await verified(other)).includes('seals')).toBe(false);
      expect(await sync(other, folder)).toBe('log_forked');
    },
  ],
  [
    'a row is charged for an answer that the customer never had',
    "a customer's sync with own results",
    '`row_differs`',
    async () => {
      const other = await inJanuary(new LogMachine(), BOTH);
      expect(await verified(other)).toEqual([]);
      expect(await sync(other, new MemoryFolder(), OWN)).toBe('row_differs');
    },
  ],
  [
    'a promised credit is cut out of the log',
    "`verify`, and a customer's sync",
    '`verify` says that the seal over it fails. Without that seal it sees nothing, and the sync `promise_broken`',
    async ({ honest, folder }) => {
      folder.put('promises/credit.txt', await honest.credit(IN_FEBRUARY));
      const cut = await honest.rewritten(lost('CreditGranted'));
      expect(await verified(cut)).toContain('seals');
      const unsealed = await cut.rewritten(lost('LogSealed', -1));
      expect(await verified(unsealed)).toEqual([]);
      expect(await sync(unsealed, folder)).toBe('right');
      await unsealed.issue(FEBRUARY);
      expect(await sync(unsealed, folder)).toBe('promise_broken');
    },
  ],
  [
    'the agreed prices of charges are changed in the log',
    '`verify`',
    'the first seal after it has another root',
    async ({ honest }) => {
      expect(await verified(await honest.rewritten(DEARER))).toContain('seals');
    },
  ],
  [
    'the statement of a month is made again at other prices',
    "a customer's sync",
    '`statement_changed`: it is no longer the file that was kept',
    async ({ honest, folder }) => {
      const other = await again(honest, DEARER);
      honest.files.set(JANUARY, other.files.get(JANUARY) ?? '');
      expect(await sync(honest, folder)).toBe('statement_changed');
    },
  ],
  [
    'customers are shown two logs that differ since the last sync',
    "a witness, and then a customer's sync",
    'the witness cosigns only one of them; the other is `witnesses_missing`',
    async ({ honest, folder }) => {
      const witness = await watched(honest);
      const other = await honest.rewritten((events) => events);
      for (const [machine, time] of [
        [honest, IN_FEBRUARY],
        [other, '2024-02-12T09:00:00.000Z'],
      ] as const) {
        await machine.credit(time);
        await machine.issue(FEBRUARY);
      }
      expect(await honest.show(witness.setting)).toEqual([]);
      expect(await other.show(witness.setting)).toHaveLength(1);
      expect(await sync(honest, folder, needing(witness))).toBe('right');
      const third = new MemoryFolder();
      expect(await sync(other, third, needing(witness))).toBe('witnesses_missing');
      // Without witnesses nobody sees it: the page says so.
      expect(await sync(other)).toBe('right');
    },
  ],
  [
    'another key set is handed out',
    "a customer's sync, and a witness",
    '`checkpoint_signature` against the pinned key; a witness knows no such key',
    async ({ honest, folder }) => {
      const witness = await watched(honest);
      const other = await again(honest, (events) => events, newPrivateKey());
      expect(await sync(other, folder)).toBe('checkpoint_signature');
      expect(await other.show(witness.setting)).toHaveLength(1);
    },
  ],
  [
    'a job is invented',
    "a customer's sync with all results",
    '`charge_unknown`',
    async ({ honest, folder }) => {
      expect(await sync(honest, folder, OWN)).toBe('right');
      honest.log.time = '2024-02-10T12:00:00.000Z';
      await honest.log.run(aSubmission(2, 2, { job_id: OTHER_JOB }));
      await honest.issue(FEBRUARY);
      expect(await verified(honest)).toEqual([]);
      expect(await sync(honest, folder, OWN)).toBe('charge_unknown');
      expect(await sync(honest)).toBe('right');
    },
  ],
  [
    "the log's end is cut off, with its seals and heads",
    "`verify --checkpoint`, and a customer's sync",
    '`verify` alone sees nothing; a kept seal is no longer there; `log_shrunk`',
    async ({ honest, folder }) => {
      await honest.credit(IN_FEBRUARY);
      await honest.issue(FEBRUARY);
      const { seals } = await honest.verify();
      expect(await sync(honest, folder)).toBe('right');
      const cut = await honest.rewritten((events) =>
        events.slice(
          0,
          events.findIndex(({ type }) => type === 'CreditGranted'),
        ),
      );
      cut.files.delete(FEBRUARY);
      expect(await verified(cut)).toEqual([]);
      expect((await cut.verify(seals.sealed)).ok).toBe(false);
      expect(await sync(cut, folder)).toBe('log_shrunk');
      expect(await sync(cut)).toBe('right');
    },
  ],
  [
    'a customer is given a second statement of a month',
    "a customer's sync",
    '`statement_changed` against the one that was kept, `head_wrong` for one who kept none',
    async ({ honest, folder }) => {
      const other = await again(honest, DEARER);
      honest.files.set(JANUARY, other.files.get(JANUARY) ?? '');
      expect(await sync(honest, folder)).toBe('statement_changed');
      expect(await sync(honest)).toBe('head_wrong');
    },
  ],
  [
    'a delivered row is changed where it is stored',
    '`verify`',
    'its digest is not the one in the sealed record (invariant 8)',
    async ({ honest }) => {
      const changed = await honest.rewritten((events) =>
        events.map((event) =>
          event.type === 'RowsDelivered'
            ? { ...event, data: Buffer.concat([event.data, Buffer.from(' ')]) }
            : event,
        ),
      );
      expect(await verified(changed)).toEqual([8]);
    },
  ],
  [
    'a restored older back-up goes on without a word',
    "a customer's sync, and a witness",
    '`log_forked`, or `log_shrunk` while it is shorter; the witness cosigns nothing of it',
    async ({ honest, folder }) => {
      const witness = await watched(honest);
      const backup = await honest.rewritten((events) => events);
      await honest.credit(IN_FEBRUARY);
      await honest.issue(FEBRUARY);
      expect(await honest.show(witness.setting)).toEqual([]);
      expect(await sync(honest, folder, needing(witness))).toBe('right');
      expect(await sync(backup, folder, { witnessesNeeded: 0 })).toBe('log_shrunk');
      await backup.credit('2024-02-20T09:00:00.000Z');
      await backup.issue(FEBRUARY);
      await backup.issue('2024-03');
      expect(await sync(backup, folder, { witnessesNeeded: 0 })).toBe('log_forked');
      expect(await backup.show(witness.setting)).toHaveLength(1);
    },
  ],
];

/** Lies that nobody notices, as the page says. */
const REMAINS = [
  ['from the first day on, prices that nobody agreed', 'compare the prices in the lines with your contract'],
  [
    'a charge for a row of which the customer kept no result',
    'keep your results, and sync with `--all-results`',
  ],
  ['two logs, shown to customers who ask for no witness', 'ask for witnesses (`--witness`)'],
  ['a cut end before anybody kept anything of it', 'keep receipts and promises, and sync every day'],
];

const world = forEachTest(async (): Promise<World & { close(): Promise<void> }> => {
  const honest = await inJanuary(new LogMachine());
  const folder = new MemoryFolder();
  expect([await verified(honest), await sync(honest, folder)]).toEqual([[], 'right']);
  return { honest, folder, close: async () => undefined };
});

it.each(ROWS)('%s: noticed by %s', (_lie, _noticed, _how, shown) => shown(world));

it('prices that nobody agreed are noticed by nobody, as the page says', async () => {
  const dear = await inJanuary(new LogMachine(), NO_INDUSTRY, { industry: '5', company_identity: '5' });
  expect([await verified(dear), await sync(dear, new MemoryFolder(), OWN)]).toEqual([[], 'right']);
});

const MARKS = /<!-- lies -->[^]*<!-- \/lies -->/;
/** A table as the formatter writes it. */
function tableText(table: readonly (readonly string[])[]): string {
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((cells) => cells[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[], fill = ' '): string =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width, fill)).join(' | ')} |\n`;
  const [head = [], ...rows] = table;
  return [line(head), line([], '-'), ...rows.map((cells) => line(cells))].join('');
}

it('the page has the same table (`npm run docs` writes it)', () => {
  const rows = ROWS.map(([lie, noticed, how]) => [lie, noticed, how]);
  const tables = [
    tableText([['lie', 'noticed by', 'how'], ...rows]),
    tableText([['what remains possible', 'what you can do'], ...REMAINS]),
  ];
  const made = `<!-- lies -->\n\n${tables.join('\n')}\n<!-- /lies -->`;
  const page = readFileSync(PAGE, 'utf8');
  if (process.env['WRITE_DOCS'] !== undefined)
    writeFileSync(
      PAGE,
      page.replace(MARKS, () => made),
    );
  expect(MARKS.exec(readFileSync(PAGE, 'utf8'))?.[0]).toBe(made);
});
