/** `verify` as text: a line for each invariant, the offenders under it. */
import { columns, counted, thousands } from '../shared/text/words.js';
import type { InvariantReport } from './invariant.js';
import type { VerifyReport } from './verify-log.js';

const MOST_SHOWN = 10;

export function renderVerify({
  ok,
  events,
  rows,
  since,
  position,
  invariants,
}: VerifyReport): readonly string[] {
  const lines = columns(
    invariants.map(({ id, name, ok: holds, checked, counted: what, note }) => [
      holds ? 'ok' : 'BROKEN',
      `${id}`,
      name,
      `${thousands(checked)} ${what}`,
      note ?? '',
    ]),
  );
  const verdict = ok ? 'Every invariant holds' : 'Invariants are broken';
  return [
    `${verdict}: ${counted(events, 'event')} read, ${counted(rows, 'row')} recorded in them${since === null ? '' : `, since position ${since}`}.`,
    '',
    ...lines,
    ...invariants.flatMap(offendersOf),
    '',
    `Checked up to position ${position}: \`verify --since ${position}\` goes on from there.`,
  ];
}

function offendersOf({ id, name, ok, offenders, offenders_total }: InvariantReport): string[] {
  if (ok) return [];
  const shown = offenders.slice(0, MOST_SHOWN).map(({ detail, job_id, row, stream, event_id }) => {
    const where = [job_id, row === null ? null : `row ${row}`, stream, event_id].filter(
      (part) => part !== null,
    );
    return `  ${detail}${where.length === 0 ? '' : ` (${where.join(', ')})`}`;
  });
  const left = offenders_total - shown.length;
  return ['', `${id} ${name}:`, ...shown, ...(left > 0 ? [`  ... ${thousands(left)} more`] : [])];
}
