/** `register follow` over HTTP: an event of each stream ends in an edition in force that shows it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RegisterApiProcess } from '../../../../packages/register-api-stand-in/src/index.js';
import { followRegister } from '../../../../packages/enrichment/src/register/follow/follow-register.js';
import {
  FOLLOWED_SOURCES,
  streamsOf,
} from '../../../../packages/enrichment/src/register/follow/followed-streams.js';
import { settingsFrom } from '../../../../src/settings/settings.js';
import type { RecordEdition } from '../../../../packages/enrichment/src/sources/kit/records/record-edition.js';
import { companies } from '../../../../packages/enrichment/src/sources/companies/companies.source.js';
import { filings } from '../../../../packages/enrichment/src/sources/filings/filings.source.js';
import { officers } from '../../../../packages/enrichment/src/sources/officers/officers.source.js';
import { psc } from '../../../../packages/enrichment/src/sources/psc/psc.source.js';
import { eventually } from '../../../support/eventually.js';
import { published } from '../../../support/published/published-records.js';
import { RecordsWorld } from '../../../support/worlds/records-world.js';
import { forEachTest } from '../../../support/worlds/for-each-test.js';

const EVENTS = join(__dirname, '../../../../packages/register-api-stand-in/fixtures/events.ndjson');

interface RegisterEvent {
  readonly resource_kind: string;
  readonly resource_uri: string;
  readonly data: object;
}

const PUBLISHED_EVENTS = readFileSync(EVENTS, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as RegisterEvent);

/** As the register published it. */
function eventOf(kind: string): RegisterEvent {
  const event = PUBLISHED_EVENTS.find(({ resource_kind }) => resource_kind === kind);
  if (event === undefined) throw new Error(`no event of ${kind} is kept`);
  return event;
}

/** What the register answered of a company, as an event would tell it. */
const told = (resource_kind: string, resource_uri: string, data: unknown): RegisterEvent => ({
  resource_kind,
  resource_uri,
  data: data as object,
});

const [statement] = (
  published('persons-with-significant-control-statements_03867954') as { items: readonly object[] }
).items;

const EXEMPTIONS = {
  exemptions: {
    psc_exempt_as_shares_admitted_on_market: {
      exemption_type: 'psc-exempt-as-shares-admitted-on-market',
      items: [{ exempt_from: '2016-10-29' }],
    },
  },
};

type FollowedName = 'companies' | 'officers' | 'psc' | 'filings';

interface Followed {
  readonly source: FollowedName;
  readonly event: RegisterEvent;
  /** The answer that the edition before it was imported from. */
  readonly before: { readonly resource: string; readonly data: unknown };
  /** What the edition after it has of the company. */
  readonly shown: object;
}

const NOTHING = { items: [], total_results: 0 };

const STREAMS: Readonly<Record<string, Followed>> = {
  companies: {
    source: 'companies',
    event: told('company-profile', '/company/08957400', published('profile_08957400_later')),
    before: { resource: 'company-profile', data: published('profile_08957400') },
    shown: { accounts: expect.objectContaining({ last_made_up_on: '2023-03-31' }) as object },
  },
  officers: {
    source: 'officers',
    event: eventOf('company-officers'),
    before: { resource: 'officers', data: NOTHING },
    shown: { name: 'DUKE, Michael' },
  },
  'persons-with-significant-control': {
    source: 'psc',
    event: eventOf('company-psc-individual'),
    before: { resource: 'persons-with-significant-control', data: NOTHING },
    shown: { name: 'Mr Max Hodgkinson' },
  },
  'persons-with-significant-control-statements': {
    source: 'psc',
    event: told('persons-with-significant-control-statement', '/company/03867954/x', statement),
    before: { resource: 'persons-with-significant-control', data: NOTHING },
    shown: { record: 'statement' },
  },
  'company-exemptions': {
    source: 'psc',
    event: told('company-exemptions', '/company/03867954/exemptions', EXEMPTIONS),
    before: { resource: 'persons-with-significant-control', data: NOTHING },
    shown: { record: 'exemption', exemption_type: 'psc-exempt-as-shares-admitted-on-market' },
  },
  filings: {
    source: 'filings',
    event: eventOf('filing-history'),
    before: { resource: 'filing-history', data: { items: [], total_count: 0 } },
    shown: { record: 'filing', form: 'AA' },
  },
  'insolvency-cases': {
    source: 'filings',
    event: told('company-insolvency', '/company/03867954/insolvency', published('insolvency_03867954')),
    before: { resource: 'filing-history', data: { items: [], total_count: 0 } },
    shown: { record: 'insolvency' },
  },
};

const companyOf = ({ resource_uri }: RegisterEvent): string => resource_uri.split('/')[2] ?? '';

const register = forEachTest(() => RegisterApiProcess.start({ heartbeatMs: 20 }));
const world = forEachTest(() => new RecordsWorld());

const SOURCES = { companies, officers, psc, filings };

type Held = Pick<RecordEdition<unknown>, 'byNumbers'>;
const itemsOf = (edition: Held, company: string): readonly unknown[] =>
  (edition.byNumbers([company]).get(company)?.items ?? []).map(({ data }) => data);

/** What the edition in force has of a company. */
const HELD: Readonly<Record<FollowedName, (company: string) => readonly unknown[]>> = {
  companies: (company) => world.inForce(companies, (edition) => [edition.byNumbers([company]).get(company)]),
  officers: (company) => world.inForce(officers, (edition) => itemsOf(edition, company)),
  psc: (company) => world.inForce(psc, (edition) => itemsOf(edition, company)),
  filings: (company) => world.inForce(filings, (edition) => itemsOf(edition, company)),
};

it.each(Object.entries(STREAMS))('%s', async (stream, { source, event, before, shown }) => {
  const company = companyOf(event);
  const line = { company_number: company, fetched_at: '2020-01-01T09:00:00Z', ...before };
  const imported = await world.import(SOURCES[source], [world.writeLines('before.jsonl', [line])]);
  expect(imported).toMatchObject({ outcome: 'imported' });
  const wanted = expect.objectContaining(shown) as { asymmetricMatch(other: unknown): boolean };
  const isShown = (): boolean => HELD[source](company).some((one) => wanted.asymmetricMatch(one));
  expect(isShown()).toBe(false);
  const ending = new AbortController();
  const settings = settingsFrom({
    DATA_DIR: world.dataDir,
    REGISTER_STREAM_KEY: RegisterApiProcess.streamKey,
    REGISTER_STREAM_URL: register.url,
  });
  const following = followRegister(settings, {
    sources: [source],
    every: 500,
    restart: false,
    signal: ending.signal,
    report: () => undefined,
  });
  try {
    await eventually(
      'the stream is listened to',
      async () => (await register.control.listening())[stream] === 1,
    );
    const publishing = { timepoint: 90_000_001, published_at: '2026-11-21T10:00:00', type: 'changed' };
    await register.control.publish({ resource_id: '', ...event, event: publishing });
    await eventually('an edition shows it', async () => isShown());
  } finally {
    ending.abort();
    expect(await following).toMatchObject({ overlays: 1, refused: 0 });
  }
});

it('every stream that is followed is among these, but for that of charges', () => {
  const streams = FOLLOWED_SOURCES.flatMap(streamsOf).filter((stream) => stream !== 'charges');
  expect(Object.keys(STREAMS).sort()).toEqual([...streams].sort());
});
