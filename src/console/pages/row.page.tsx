/** The row's receipt: asked, matched on what, each block with source, date, billed or why not, and the events that say so. */
import type { Markup } from '../view/markup.js';
import { whyBilled } from '../../investigate/tell-row.js';
import type { RowStory } from '../../investigate/row-story.js';
import { tellRow } from '../../operator/investigate/investigate.js';
import { BILLING, EVERYBODY, page, type Page } from '../page.js';
import { AccountLink, ChargeLink, Events, JobLink, KeyLink, paths, RequestLink } from '../view/links.js';
import { Badge, Client, Count, Facts, Section, Table } from '../view/parts.js';
import { ValueShown } from '../view/value.js';
import { count, jobId } from '../words.js';

export const rowPage: Page = {
  method: 'GET',
  path: '/jobs/:job/rows/:row',
  roles: EVERYBODY,
  answer: async ({ operator, params, reason, user }) => {
    const wish = { jobId: jobId(params['job']), row: count(params['row'], 'a row: whole numbers from 0') };
    const row = await tellRow(operator, wish, reason);
    return page(
      `Row ${row.row} of ${row.job_id}`,
      <>
        <h1>
          Row {row.row} of <JobLink id={row.job_id} />
        </h1>
        <Facts
          of={[
            ['Ref', <Client text={row.ref} />],
            ['Account', <AccountLink id={row.account_id} />],
            ['Key', <KeyLink id={row.key_id} />],
            ['Request', <RequestLink id={row.request_id} />],
            [
              'Company',
              row.company_number === null ? null : (
                <a href={`/companies/${row.company_number}`}>{row.company_number}</a>
              ),
            ],
            ['Charged', <ChargesOf row={row} />],
          ]}
        />
        <Section title="What happened">
          {row.story.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Section>
        {BILLING.includes(user.role) && row.units > 0 && (
          <p class="acts">
            <a class="button" href={`/adjustments/new?job=${row.job_id}&row=${row.row}`}>
              Adjust this row
            </a>
          </p>
        )}
        <Asked row={row} />
        <Blocks row={row} />
        <Section title="The events that say so">
          <Events of={row.events} />
        </Section>
      </>,
    );
  },
};

/** Every charge event of the row, to what it stands on. */
function ChargesOf({ row: { events, units } }: { row: RowStory }): Markup {
  const charges = events.filter(({ type }) => type === 'RowCharged' || type === 'BlockCharged');
  if (charges.length === 0) return <>nothing</>;
  return (
    <>
      {units.toLocaleString('en-GB')} units:{' '}
      {charges.map(({ id }) => (
        <>
          <ChargeLink key={id} id={id} />{' '}
        </>
      ))}
    </>
  );
}

const Asked = ({ row: { asked } }: { row: RowStory }): Markup | null =>
  asked === null ? null : (
    <Section title="What was asked">
      <Facts of={Object.entries(asked).map(([name, value]) => [name, <Client text={String(value)} />])} />
    </Section>
  );

interface Envelope {
  readonly status?: string;
  readonly reason?: string;
  readonly source?: string;
  readonly as_of?: string;
  readonly value?: unknown;
}

/** As it was served with the row. */
const servedOf = ({ delivered }: RowStory, block: string): Envelope =>
  ((delivered as { readonly blocks?: Readonly<Record<string, Envelope>> } | null)?.blocks ?? {})[block] ?? {};

const hasValue = ({ value }: Envelope): boolean => value !== undefined;

/** What was served of a block; what the table above tells is left out. */
function Served({ block, of }: { block: string; of: Envelope }): Markup {
  const { status: _status, reason: _reason, source: _source, as_of: _asOf, value, ...more } = of;
  return (
    <>
      <h3 id={`block-${block}`}>{block}</h3>
      <ValueShown name={`The value of ${block}`} value={value} />
      {Object.keys(more).length > 0 && (
        <details class="json">
          <summary>What stands beside the value</summary>
          <ValueShown name={`What stands beside the value of ${block}`} value={more} />
        </details>
      )}
    </>
  );
}

function Blocks({ row }: { row: RowStory }): Markup {
  const blocks = Object.entries(row.blocks).map(([key, story]) => ({
    key,
    story,
    served: servedOf(row, key),
  }));
  return (
    <Section title="Blocks">
      <Table
        name="What it got, and what each block cost"
        rows={blocks}
        none="No block was delivered with it."
        columns={[
          {
            head: 'Block',
            cell: ({ key, served }) => (hasValue(served) ? <a href={`#block-${key}`}>{key}</a> : key),
          },
          {
            head: 'Status',
            cell: ({ story }) => (
              <>
                <Badge tone={story.status === 'available' ? 'good' : 'plain'}>{story.status}</Badge>
                {story.reason !== null && <span class="soft"> {story.reason}</span>}
              </>
            ),
          },
          { head: 'Source', cell: ({ served }) => served.source ?? '' },
          { head: 'As of', cell: ({ served }) => served.as_of ?? '' },
          { head: 'Units', figures: true, cell: ({ story }) => <Count of={story.units} /> },
          { head: 'Why', cell: ({ story }) => whyBilled(story) },
        ]}
      />
      {row.units > 0 && (
        <p>
          <a href={paths.bill({ job: row.job_id })}>The bill of its job</a>
        </p>
      )}
      {blocks
        .filter(({ served }) => hasValue(served))
        .map(({ key, served }) => (
          <Served key={key} block={key} of={served} />
        ))}
    </Section>
  );
}
