/** Events as a table: what happened when, and where it stands in the log. */
import type { Evidence } from '../evidence.js';
import { columns, moment, section } from '../../shared/text/words.js';

/** A long list is cut in the middle, since its beginning and end say most. */
const MOST_SHOWN = 40;

export function renderEvents(events: readonly Evidence[]): string[] {
  const shown =
    events.length <= MOST_SHOWN
      ? events
      : [...events.slice(0, MOST_SHOWN / 2), ...events.slice(-MOST_SHOWN / 2)];
  const lines = columns(
    shown.map(({ time, type, stream, revision, id }) => [moment(time), type, `${stream}@${revision}`, id]),
  );
  const left = events.length - shown.length;
  if (left > 0) lines.splice(MOST_SHOWN / 2, 0, `... ${left} more (all of them with --json)`);
  return section('Events', lines);
}
