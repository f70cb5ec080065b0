/** Links to things, by what they are called in the log. */
import type { Markup } from './markup.js';
import type { Evidence } from '../../investigate/evidence.js';
import { Table, Time, type Column } from './parts.js';

const part = encodeURIComponent;

export const paths = {
  account: (id: number | string) => `/accounts/${id}`,
  key: (id: string) => `/keys/${part(id)}`,
  job: (id: string) => `/jobs/${part(id)}`,
  row: (job: string, row: number) => `/jobs/${part(job)}/rows/${row}`,
  request: (id: string) => `/requests/${part(id)}`,
  charge: (id: string) => `/charges/${part(id)}`,
  adjustment: (id: string) => `/adjustments/${part(id)}`,
  event: (stream: string, revision: number) => `/events/${part(stream)}/${revision}`,
  bill: (of: Readonly<Record<string, string | number | null | undefined>>) => {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(of)) if (value != null) query.set(name, String(value));
    return `/explain?${query.toString()}`;
  },
};

const link = (to: string, text: string | number): Markup => (
  <a href={to} class="id">
    {text}
  </a>
);

export const AccountLink = ({ id }: { id: number | null }): Markup =>
  id === null ? <span class="soft">none</span> : link(paths.account(id), id);
export const KeyLink = ({ id }: { id: string | null }): Markup =>
  id === null ? <span class="soft">none</span> : link(paths.key(id), id);
export const JobLink = ({ id }: { id: string | null }): Markup =>
  id === null ? <span class="soft">none</span> : link(paths.job(id), id);
export const RowLink = ({ job, row }: { job: string; row: number }): Markup => link(paths.row(job, row), row);
export const RequestLink = ({ id }: { id: string }): Markup => link(paths.request(id), id);
export const ChargeLink = ({ id }: { id: string }): Markup => link(paths.charge(id), id);
export const AdjustmentLink = ({ id }: { id: string }): Markup => link(paths.adjustment(id), id);

const EVENTS: readonly Column<Evidence>[] = [
  { head: 'Time', cell: ({ time }) => <Time at={time} /> },
  { head: 'Event', cell: ({ type }) => type },
  {
    head: 'As stored',
    cell: ({ stream, revision }) => link(paths.event(stream, revision), `${stream}@${revision}`),
  },
  { head: 'Who', cell: ({ actor }) => actor },
  { head: 'Id', cell: ({ id }) => <code>{id}</code> },
];

/** The events that say so, each down to how it is stored. */
export const Events = ({ of }: { of: readonly Evidence[] }): Markup => (
  <Table name="Events in the log" columns={EVENTS} rows={of} />
);
