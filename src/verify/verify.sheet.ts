/** The report of `verify` as a sheet: a line for each invariant, and the offenders. */
import {
  cell,
  joinedCells,
  sheetTable,
  type SheetColumns,
  type Part,
  type Sheet,
  type SheetSentence,
} from '../../packages/words/src/sheet/sheet.js';
import { countText } from '../../packages/words/src/text/formats.js';
import type { InvariantReport } from './invariant.js';
import type { Offender } from './offender.js';
import type { HeadsReport } from './heads/logged-heads.js';
import type { SealsReport } from './sealed-log.js';
import type { VerifyReport } from './verify-log.js';

const MAX_SHOWN = 10;

export const verifySheet = ({
  ok,
  events,
  rows,
  since,
  position,
  invariants,
  seals,
  heads,
  foreign_streams: foreign = [],
}: VerifyReport): Sheet => ({
  title: since === null ? 'The whole log' : 'The newer part of the log',
  sentences: [
    {
      tone: ok ? 'good' : 'bad',
      says: `${invariants.every((report) => report.ok) ? 'Every invariant holds' : 'Invariants are broken'}: ${countText(events, 'event')} read, ${countText(rows, 'row')} recorded in them${since === null ? '' : `, since position ${since}`}.`,
    },
    `Checked up to position ${position}: \`verify --since ${position}\` goes on from there.`,
    ...sealSentences(seals),
    ...headSentences(heads),
    ...(foreign.length > 0 ? [passedOver(foreign)] : []),
  ],
  table: sheetTable(invariants, INVARIANTS),
  parts: invariants.filter((report) => !report.ok).map(offendersPart),
});

function sealSentences({ checked, sealed, failed, checkpoint }: SealsReport): SheetSentence[] {
  const upTo =
    sealed &&
    `Sealed: the first ${countText(sealed.leaves, 'event')} that live for ever, at ${sealed.time}, root ${sealed.root}.`;
  return [
    ...(failed === null ? [] : [{ tone: 'bad', says: failed.detail } as const]),
    ...(failed === null && checked > 0
      ? [`The log is as it was sealed: ${countText(checked, 'seal')} computed again.`]
      : []),
    ...(upTo === null ? [] : [upTo]),
    ...(checkpoint === null
      ? []
      : [{ tone: checkpoint.ok ? 'good' : 'bad', says: checkpoint.detail } as const]),
  ];
}

function headSentences(heads: HeadsReport | null): SheetSentence[] {
  if (heads === null || (heads.size === 0 && heads.ok)) return [];
  const { size, root, unlogged, failed, checkpoint } = heads;
  const kept: SheetSentence[] =
    checkpoint === null ? [] : [{ tone: checkpoint.ok ? 'good' : 'bad', says: checkpoint.detail }];
  if (failed !== null) return [{ tone: 'bad', says: failed.detail }, ...kept];
  const open = unlogged === 0 ? '' : `, ${unlogged} not logged yet`;
  return [
    `The log of heads follows from the log: ${size === 1 ? '1 entry' : `${size} entries`}, root ${root}${open}.`,
    ...kept,
  ];
}

function passedOver(streams: readonly string[]): string {
  const more = streams.length - MAX_SHOWN;
  const shown = streams.slice(0, MAX_SHOWN).join(', ');
  return `Events of other programs were passed over in ${countText(streams.length, 'stream')} with names of ours: ${shown}${more > 0 ? ` and ${more} more` : ''}. EVENT_STREAM_PREFIX keeps a new log apart from them.`;
}

export const holds = (ok: boolean) => (ok ? cell.badge('holds', 'good') : cell.badge('BROKEN', 'bad'));

const INVARIANTS: SheetColumns<InvariantReport> = {
  'no.': ({ id }) => id,
  invariant: ({ name }) => name,
  state: ({ ok }) => holds(ok),
  checked: ({ checked }) => checked,
  of: ({ counted: what }) => what,
  offenders: ({ offenders_total }) => offenders_total,
  note: ({ note }) => note ?? '',
};

const offendersPart = ({ id, name, offenders, offenders_total }: InvariantReport): Part => ({
  title: `${id} ${name}`,
  table: sheetTable(offenders, OFFENDERS, {
    maxLines: MAX_SHOWN,
    unlisted: offenders_total - offenders.length,
  }),
});

const OFFENDERS: SheetColumns<Offender> = {
  what: ({ detail }) => cell.client(detail),
  row: ({ job_id, row }) => (job_id === null || row === null ? null : cell.row(job_id, row)),
  job: ({ job_id }) => cell.job(job_id),
  event: ({ stream, event_id }) => joinedCells([stream, event_id].filter((part) => part !== null)),
};
