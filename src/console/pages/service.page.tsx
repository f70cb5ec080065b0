/** How the service is: editions and their age, the blocks and what is loaded for them. */
import { blocksLoaded } from '../../operator/register/blocks-loaded.js';
import { importStatus } from '../../operator/register/import-status.js';
import { sourceStatus } from '../../operator/register/source-status.js';
import { syncFailures, type SyncFailure } from '../../operator/register/sync/sync-failures.js';
import { EVERYBODY, page, type Page } from '../page.js';
import { activation } from './activate-edition.js';
import { ImportsPart } from '../view/imports-part.js';
import { Badge, Client, Count, Section, Table, Time } from '../view/parts.js';

type Status = Awaited<ReturnType<typeof sourceStatus>>[number];
type Live = Extract<Status, { readonly live: true }>;
const isLive = (status: Status): status is Live => 'live' in status;

export const editionsPage: Page = {
  method: 'GET',
  path: '/editions',
  roles: EVERYBODY,
  answer: async (visit) => {
    const { operator, now } = visit;
    const all = await sourceStatus(operator);
    const editions = all.flatMap((status) => (isLive(status) ? [] : [status]));
    return page(
      'Editions',
      <>
        <h1>Editions</h1>
        <p>
          What answers are made from: published files, as they were imported, and sources that are asked live.
        </p>
        <Table
          name="Editions of every source"
          rows={editions}
          none="No register is loaded yet: company-data register import loads one."
          columns={[
            { head: 'Source', cell: ({ source }) => source },
            { head: 'As of', cell: ({ as_of }) => as_of },
            {
              head: 'State',
              cell: ({ active, stale, unread }) => (
                <>
                  <Badge tone={active ? 'good' : 'plain'}>{active ? 'in force' : 'earlier'}</Badge>{' '}
                  {active && stale && <Badge tone="bad">stale</Badge>}
                  {unread !== undefined && <Badge tone="bad">can't be read: {unread}</Badge>}
                </>
              ),
            },
            { head: 'Days old', figures: true, cell: ({ age_days }) => <Count of={age_days} /> },
            { head: 'Rows', figures: true, cell: ({ rows }) => (rows === null ? '' : <Count of={rows} />) },
            { head: 'Edition', cell: ({ edition }) => <code>{edition}</code> },
          ]}
        />
        <NotFetched of={syncFailures(operator.settings.dataDir)} />
        {await activation(visit, editions)}
        <ImportsPart of={importStatus(operator)} now={now} />
        <Section title="Asked live">
          <Table
            name="Live sources"
            rows={all.filter(isLive)}
            columns={[
              { head: 'Source', cell: ({ source }) => source },
              {
                head: 'State',
                cell: ({ on }) => <Badge tone={on ? 'good' : 'plain'}>{on ? 'on' : 'off'}</Badge>,
              },
              {
                head: 'Requests left',
                figures: true,
                cell: ({ allowance_left: left }) => (left === null ? '' : <Count of={left} />),
              },
              { head: 'Answered last', cell: ({ last_success }) => <Time at={last_success ?? null} /> },
              {
                head: 'Failed last',
                cell: ({ last_failure }) =>
                  last_failure == null ? (
                    'never'
                  ) : (
                    <>
                      <Time at={last_failure.at} /> <Client text={last_failure.why} />
                    </>
                  ),
              },
            ]}
          />
        </Section>
      </>,
    );
  },
};

/** Fetched again while an import runs. */
export const importsPart: Page = {
  method: 'GET',
  path: '/editions/imports',
  roles: EVERYBODY,
  polled: true,
  answer: async ({ operator, now }) => ({
    kind: 'part',
    body: <ImportsPart of={importStatus(operator)} now={now} />,
  }),
};

export const blocksPage: Page = {
  method: 'GET',
  path: '/blocks',
  roles: EVERYBODY,
  answer: async ({ operator }) => {
    const blocks = blocksLoaded(operator);
    return page(
      'Blocks',
      <>
        <h1>The {blocks.length} blocks</h1>
        <p>What each says, and whether what it is made from is loaded here.</p>
        <Table
          name="Blocks, in the order of the catalogue"
          rows={blocks}
          columns={[
            { head: 'Block', cell: ({ key }) => <code>{key}</code> },
            { head: 'What it says', cell: ({ description }) => description },
            { head: 'Tier', cell: ({ tier }) => tier },
            {
              head: 'Here',
              cell: ({ state }) => (
                <Badge tone={state === 'loaded' ? 'good' : state === 'not built' ? 'plain' : 'bad'}>
                  {state}
                </Badge>
              ),
            },
            {
              head: 'Made from',
              cell: ({ sources }) =>
                sources.map(({ name, as_of }) => `${name} (${as_of ?? 'not loaded'})`).join(', '),
            },
          ]}
        />
      </>,
    );
  },
};

/** Nothing where all went well. */
const NotFetched = ({ of: failures }: { readonly of: readonly SyncFailure[] }) =>
  failures.length === 0 ? (
    <></>
  ) : (
    <Section title="Not fetched">
      <Table
        name="Published files that could not be fetched"
        rows={failures}
        columns={[
          { head: 'Source', cell: ({ source }) => source },
          { head: 'Looked at', cell: ({ looked_at }) => <Time at={looked_at} /> },
          { head: 'Failed in a row', figures: true, cell: ({ failures: count }) => <Count of={count} /> },
          { head: 'Why', cell: ({ sync_failure }) => sync_failure.detail },
        ]}
      />
    </Section>
  );
