/** The table of maintenance acts on the whole service: who did what, why, and with which result. */
import type { ListedAct, ActState } from '../../operator/maintenance/list-acts.js';
import type { Markup } from './jsx-markup.js';
import { ListTable } from './sheet.js';
import { cell, type Cell, type SheetColumns } from '../../../packages/words/src/sheet/sheet.js';

/** Describes an act in words. */
function actText({ what }: ListedAct): string {
  switch (what.kind) {
    case 'usage_rebuild': {
      const subject = what.account_id === null ? 'all accounts' : `account ${what.account_id}`;
      return `figures of ${subject} replayed${what.apply ? ', to replace the live ones' : ' and compared'}`;
    }
    case 'read_model_rebuild':
      return `${what.name} rebuilt`;
    case 'edition_activation':
      return `${what.source} ${what.edition} put in force`;
    case 'clock_confirmation':
      return `clock confirmed at ${what.clock}`;
  }
}

const INTERRUPTED_TEXTS: Readonly<Record<Extract<ActState, `${string}changed${string}`>, string>> = {
  nothing_changed: 'interrupted: it changed nothing',
  changed: 'interrupted after it had taken full effect',
  changed_since: 'interrupted; a later act has taken effect since',
};

function stateCell({ state }: ListedAct): Cell {
  switch (state) {
    case 'running':
      return cell.badge('running');
    case 'done':
      return cell.badge('done', 'good');
    case 'failed':
      return cell.badge('failed', 'bad');
    default:
      return cell.badge(INTERRUPTED_TEXTS[state], 'bad');
  }
}

function resultText({ ended, what }: ListedAct): string {
  if (ended === null || ended.outcome === 'failed') return '';
  if (what.kind === 'edition_activation') return 'in force from then on';
  return `${ended.verdict ?? ''}, ${ended.changed ? 'live figures replaced' : 'nothing changed'}`;
}

const ACT_COLUMNS: SheetColumns<ListedAct> = {
  started: ({ started_at }) => cell.time(started_at),
  what: actText,
  by: ({ operator }) => cell.client(operator),
  why: ({ reason }) => cell.client(reason),
  state: stateCell,
  found: (act) => cell.client(act.ended?.detail) ?? resultText(act),
};

export const ActsTable = ({ acts, name }: { acts: readonly ListedAct[]; name: string }): Markup => (
  <ListTable name={name} items={acts} columns={ACT_COLUMNS} none="None yet." />
);
