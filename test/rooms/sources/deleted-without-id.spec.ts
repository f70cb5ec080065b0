/**
 * A `deleted` event without data names an appointment by the register's id. Officers that were kept before,
 * or came by a bulk file, have none: one of them is gone and nobody can say who, so that none is told until
 * the list is read anew.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { registerFetchers } from '../blocks/codes/asked-register.js';
import { CodesWorld, type Loaded, type WorldData } from '../blocks/codes/codes-world.js';
import { answers, companiesFile } from '../blocks/codes/published.js';

const [KNOWN, OTHER] = ['17000001', '17000002'];
const BULK = '00000006';

const officer = (name: string, id?: string): object => ({
  ...{ name, officer_role: 'director', appointed_on: '2015-04-01' },
  ...(id !== undefined && { links: { self: `/company/${KNOWN}/appointments/${id}` } }),
});
const listed = (fetched_at: string, items: readonly object[]): Loaded['files'] => ({
  [`officers-${fetched_at}.jsonl`]: `${JSON.stringify({ company_number: KNOWN, resource: 'officers', fetched_at: `${fetched_at}T09:00:00Z`, data: { items } })}\n`,
});
const event = (number: string, day: string, more: object = {}, type = 'deleted'): Loaded => ({
  source: 'officers',
  update: true,
  files: {
    'events.jsonl': `${JSON.stringify({
      resource_kind: 'company-officers',
      resource_uri: `/company/${number}/appointments/gone`,
      resource_id: 'gone',
      event: { timepoint: 7001 + Date.parse(day) / 86_400_000, published_at: `${day}T05:03:05`, type },
      ...more,
    })}\n`,
  },
});
const deleted = (number: string, day: string): Loaded => event(number, day);

const COMPANIES = companiesFile(
  [KNOWN, OTHER, BULK].map((CompanyNumber) => ({
    CompanyNumber,
    CompanyName: `KEPT ${CompanyNumber} LIMITED`,
  })),
);
const KEPT = answers('officers', 'officers', {
  [KNOWN]: [officer('SAMPLE, Alan'), officer('SAMPLE, Beth')],
  [OTHER]: [officer('SAMPLE, Carl')],
});

async function told(loaded: readonly Loaded[], company_number = KNOWN, more: Partial<WorldData> = {}) {
  const world = await CodesWorld.of({ loaded: [COMPANIES, ...loaded], ...more });
  const { status, reason, value } = await world.envelope({ row: { company_number } }, 'officers');
  world.remove();
  const { current = [] } = (value ?? {}) as { current?: readonly { name: string }[] };
  return status === 'available' ? current.map(({ name }) => name).sort() : reason;
}

/** Whether contacts know somebody in office, whose address of e-mail only lacks a domain. */
async function knowsPeople(loaded: readonly Loaded[]): Promise<boolean> {
  const world = await CodesWorld.of({ loaded: [COMPANIES, ...loaded] });
  const { detail } = await world.envelope({ row: { company_number: KNOWN } }, 'contacts');
  world.remove();
  return JSON.stringify(detail ?? {}).includes('no_domain_for_email');
}

it('leaves none of them told, and the officers of other companies as they are', async () => {
  expect(await told([KEPT])).toEqual(['SAMPLE, Alan', 'SAMPLE, Beth']);
  const loaded = [KEPT, deleted(KNOWN, '2024-07-10')];
  expect(await told(loaded)).toBe('not_looked_up');
  expect([await knowsPeople([KEPT]), await knowsPeople(loaded)]).toEqual([true, false]);
  expect(await told(loaded, OTHER)).toEqual(['SAMPLE, Carl']);
});

it('has them asked for where the register can be asked', async () => {
  const bodies = { [`/company/${KNOWN}/officers`]: { items: [officer('SAMPLE, Beth', 'keep')] } };
  const fetchers = registerFetchers({ bodies });
  expect(await told([KEPT, deleted(KNOWN, '2024-07-10')], KNOWN, { fetchers })).toEqual(['SAMPLE, Beth']);
});

it.each([
  ['the list was read after it', [KEPT, deleted(KNOWN, '2024-06-20')], ['SAMPLE, Alan', 'SAMPLE, Beth']],
  [
    'the list is read anew',
    [
      KEPT,
      deleted(KNOWN, '2024-07-10'),
      {
        source: 'officers' as const,
        update: true as const,
        files: listed('2024-07-12', [officer('SAMPLE, Beth', 'keep')]),
      },
    ],
    ['SAMPLE, Beth'],
  ],
  [
    'the officers have ids, and none has that one',
    [
      {
        source: 'officers' as const,
        files: listed('2024-07-01', [officer('SAMPLE, Alan', 'a'), officer('SAMPLE, Beth', 'b')]),
      },
      deleted(KNOWN, '2024-07-10'),
    ],
    ['SAMPLE, Alan', 'SAMPLE, Beth'],
  ],
  [
    'one of them has that id',
    [
      {
        source: 'officers' as const,
        files: listed('2024-07-01', [officer('SAMPLE, Alan', 'gone'), officer('SAMPLE, Beth')]),
      },
      deleted(KNOWN, '2024-07-10'),
    ],
    ['SAMPLE, Beth'],
  ],
])('takes nothing from officers where %s', async (_when, loaded, expected) => {
  expect(await told(loaded)).toEqual(expected);
});

describe('of an appointment whose id was told, beside one without an id,', () => {
  const ALAN = 'SAMPLE, Alan';
  const BETH = 'SAMPLE, Beth';
  const listedBefore: Loaded = {
    source: 'officers',
    files: listed('2024-07-01', [officer(ALAN), officer(BETH, 'gone')]),
  };
  const data = officer(BETH, 'gone');
  const dropped = deleted(KNOWN, '2024-07-10');

  it.each([
    ['is followed by a newer event', [dropped, event(KNOWN, '2024-07-12', { data }, 'changed')], true],
    [
      'is followed by one without the id',
      [dropped, event(KNOWN, '2024-07-12', { data: officer(BETH) }, 'changed')],
      true,
    ],
    ['comes twice', [dropped, deleted(KNOWN, '2024-07-12')], false],
    [
      'comes twice, and once more',
      [dropped, deleted(KNOWN, '2024-07-12'), deleted(KNOWN, '2024-07-14')],
      false,
    ],
    [
      'comes with data, then without',
      [event(KNOWN, '2024-07-10', { data }), deleted(KNOWN, '2024-07-12')],
      false,
    ],
    [
      'comes twice, and once more after a newer event',
      [dropped, event(KNOWN, '2024-07-11', { data }, 'changed'), deleted(KNOWN, '2024-07-12')],
      false,
    ],
  ])('leaves the others told where it %s', async (_when, events, isBack) => {
    const loaded = [listedBefore, ...events];
    const expected = isBack ? [ALAN, BETH] : [ALAN];
    expect(await told(loaded)).toEqual(expected);
    expect(await knowsPeople(loaded)).toBe(true);
  });
});

it('holds for officers of a bulk file, which never has ids', async () => {
  const name = 'prod195_DDDDSNAP_sample.dat';
  const file = readFileSync(join(__dirname, '..', '..', 'fixtures', 'register', 'records', name));
  const bulk: Loaded = { source: 'officers', files: { [name]: file } };
  const number = /^(\d{8})2/m.exec(file.toString('latin1'))?.[1] ?? '';
  const companies = companiesFile([{ CompanyNumber: number, CompanyName: 'BULK LIMITED' }]);
  const world = async (loaded: readonly Loaded[]) => {
    const made = await CodesWorld.of({ loaded: [companies, ...loaded] });
    const { status, reason } = await made.envelope({ row: { company_number: number } }, 'officers');
    made.remove();
    return reason ?? status;
  };
  expect(await world([bulk])).toBe('available');
  expect(await world([bulk, deleted(number, '2026-07-10')])).toBe('not_looked_up');
});
