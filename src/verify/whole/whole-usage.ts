/**
 * Invariant 5 over the whole log, in memory that doesn't grow with jobs, rows or days: a sketch says whether
 * all figures are equal (`linear-sketch.ts`). If not, a second reading of models and log names the different
 * ones.
 */
import { randomInt } from 'node:crypto';
import { LOG_START } from '../../../packages/platform/src/event-store/event-store.js';
import { logPages } from '../../../packages/platform/src/event-store/stored-events.js';
import type { LoggedEvent } from '../../streams/index.js';
import type { ComparedReadModels } from '../documents.js';
import { NamedFigures } from '../figure-ledger.js';
import { usageFindings, type Comparison, type InvariantReport, type Reach } from '../invariant.js';
import { LinearSketch } from './linear-sketch.js';
import type { Offender } from '../offender.js';
import { PassMemory, type Place } from '../pass-memory.js';
import { comparedAt } from './portions.js';
import { readable } from '../readable.js';
import { UsageComparison } from './usage-comparison.js';

/** The streams that say whose a charge is, and what is charged and adjusted. */
const CATEGORIES = ['job', 'rows', 'adjustments'] as const;

export class WholeUsage implements Comparison {
  private constructor(
    private readonly readModels: ComparedReadModels,
    private readonly sketch: LinearSketch,
    private readonly usage: UsageComparison,
  ) {}

  static async begin(readModels: ComparedReadModels): Promise<WholeUsage> {
    const sketch = new LinearSketch(randomInt(2 ** 31));
    return new WholeUsage(readModels, sketch, await UsageComparison.begin(readModels, sketch));
  }

  observe(entry: LoggedEvent, { job }: Place): void {
    this.usage.observe(entry, job);
  }

  /** Call it once. */
  async settle({ log }: Reach): Promise<readonly InvariantReport[]> {
    const { usage, sketch } = this;
    usage.end();
    const findings = usageFindings();
    findings.checked = usage.figures;
    const named = sketch.isEven() ? [] : await this.named(log);
    for (const offender of [...named, ...usage.asOfDifferences()]) findings.offend(offender);
    return [findings.report(comparedAt(usage.first, usage.last))];
  }

  /** Compares again, and keeps only figures that may differ, to name them. */
  private async named(log: Reach['log']): Promise<readonly Offender[]> {
    const figures = new NamedFigures((place) => this.sketch.isUneven(place));
    const usage = await UsageComparison.begin(this.readModels, figures);
    const memory = new PassMemory();
    for await (const { events } of logPages(log, { after: LOG_START, categories: CATEGORIES }, usage.last))
      for (const recorded of events)
        memory.take(readable(recorded), recorded, (entry, { job }) => usage.observe(entry, job));
    usage.end();
    return figures.differences();
  }
}
