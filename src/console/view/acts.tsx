/** Acts on the whole service: who, what, why, and what came of each. */
import type { ListedAct, ActState } from '../../operator/maintenance/list-acts.js';
import type { Markup } from './markup.js';
import { Table } from './sheet.js';
import { cell, sheetTable, type Cell, type SheetColumns } from '../../shared/sheet/sheet.js';

/** What an act was, in words. */
function nameOf({ what }: ListedAct): string {
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

function cameOf({ state }: ListedAct): Cell {
  switch (state) {
    case 'running':
      return cell.badge('running');
    case 'done':
      return cell.badge('done', 'good');
    case 'failed':
      return cell.badge('failed', 'bad');
    default:
      return cell.badge(BROKEN_OFF[state], 'bad');
  }
}

function foundBy({ ended, what }: ListedAct): string {
  if (ended === null || ended.outcome === 'failed') return '';
  if (what.kind === 'edition_activation') return 'in force from then on';
  return `${ended.verdict ?? ''}, ${ended.changed ? 'taken over' : 'nothing taken over'}`;
}

const ACTS: SheetColumns<ListedAct> = {
  started: ({ started_at }) => cell.time(started_at),
  what: nameOf,
  by: ({ operator }) => cell.client(operator),
  why: ({ reason }) => cell.client(reason),
  state: cameOf,
  found: (act) => cell.client(act.ended?.detail) ?? foundBy(act),
};

export const Acts = ({ of, name }: { of: readonly ListedAct[]; name: string }): Markup => (
  <Table name={name} of={sheetTable(of, ACTS, { none: 'None yet.' })} />
);
