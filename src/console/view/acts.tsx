/** Acts on the whole service: who, what, why, and what came of each. */
import type { ActShown, ActState } from '../../operator/maintenance/list-acts.js';
import type { Markup } from './markup.js';
import { Badge, Client, Table, Time } from './parts.js';

/** What an act was, in words. */
function nameOf({ what }: ActShown): string {
  switch (what.kind) {
    case 'usage_rebuild': {
      const whose = what.account_id === null ? 'all accounts' : `account ${what.account_id}`;
      return `figures of ${whose} replayed${what.apply ? ', to be taken over' : ' and compared'}`;
    }
    case 'read_model_rebuild':
      return `${what.name} built anew`;
    case 'edition_activation':
      return `${what.source} ${what.edition} put in force`;
    case 'clock_confirmation':
      return `the clock called right at ${what.clock}`;
  }
}

const BROKEN_OFF: Readonly<Record<Extract<ActState, `${string}changed${string}`>, string>> = {
  nothing_changed: 'broken off: nothing has changed by it',
  changed: 'broken off after it took effect: that is whole',
  changed_since: 'broken off; a later one has taken effect since',
};

const Came = ({ of }: { of: ActShown }): Markup => {
  switch (of.state) {
    case 'running':
      return <Badge>running</Badge>;
    case 'done':
      return <Badge tone="good">done</Badge>;
    case 'failed':
      return <Badge tone="bad">failed</Badge>;
    default:
      return <Badge tone="bad">{BROKEN_OFF[of.state]}</Badge>;
  }
};

function foundBy({ ended, what }: ActShown): string {
  if (ended === null || ended.outcome === 'failed') return '';
  if (what.kind === 'edition_activation') return 'in force from then on';
  return `${ended.verdict ?? ''}, ${ended.changed ? 'taken over' : 'nothing taken over'}`;
}

export const Acts = ({ of, name }: { of: readonly ActShown[]; name: string }): Markup => (
  <Table
    name={name}
    rows={of}
    none="None yet."
    columns={[
      { head: 'Started', cell: ({ started_at }) => <Time at={started_at} /> },
      { head: 'What', cell: nameOf },
      { head: 'By', cell: ({ operator }) => <Client text={operator} /> },
      { head: 'Why', cell: ({ reason }) => <Client text={reason} /> },
      { head: 'State', cell: (act) => <Came of={act} /> },
      {
        head: 'Found',
        cell: (act) => (act.ended?.detail == null ? foundBy(act) : <Client text={act.ended.detail} />),
      },
    ]}
  />
);
