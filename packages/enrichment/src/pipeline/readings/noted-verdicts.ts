/**
 * Verdicts on websites that are made while rows are derived, remembered for the time when the crawls are
 * gone.
 */
import { nameOf, type ReadingName, type Readings, type ReadReading } from '../../live/readings/readings.js';
import {
  isWorthKeeping,
  type MadeVerdict,
  type RememberedVerdict,
} from '../../sites/verdict/remembered-verdict.js';

const nameFor = (of: string): ReadingName<'site_verdict'> => ({ kind: 'site_verdict', key: of });

export class NotedVerdicts {
  private readonly made = new Map<string, RememberedVerdict>();

  readonly note = ({ of, verdict }: MadeVerdict): void => void this.made.set(of, verdict);

  /** Keeps the verdicts: one query for all, and a verdict that is kept already isn't written again. */
  async keep(readings: Pick<Readings, 'kept' | 'keep'>): Promise<void> {
    if (this.made.size === 0) return;
    const kept = await readings.kept([...this.made.keys()].map(nameFor), null);
    const fresh = [...this.made].filter(([of, verdict]) => {
      // Readings under that name are verdicts.
      const before = kept.get(nameOf(nameFor(of))) as ReadReading<'site_verdict'> | undefined;
      return isWorthKeeping(verdict, before?.reading);
    });
    await Promise.all(
      fresh.map(([of, verdict]) => {
        const checked = { checked_live: false, checked_at: verdict.crawled_at };
        return readings.keep(nameFor(of), { status: 'read', reading: verdict, checked });
      }),
    );
  }
}
