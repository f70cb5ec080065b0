/** What a campaign that fails leaves behind: what a client saw of each job, the log, and what the processes printed. */
import { cpSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandLineOn } from '../../../support/cli.js';
import { linesOfFile } from '../../../../packages/platform/src/files/lines-of-file.js';
import type { ServedRow } from '../../story.js';

type SeenRow = Pick<ServedRow, 'ref' | 'status' | 'reason'>;

/** A job as a client saw it, before anything of it was compared. */
export interface SeenJob {
  readonly job: string;
  readonly document: Readonly<Record<string, unknown>>;
  /** In their order; none where it was not asked for them. */
  readonly rows: readonly SeenRow[];
  readonly errors: readonly object[];
}

/** Rows of a large job are a lot. */
const withoutBlocks = ({ ref, status, reason }: SeenRow): SeenRow => ({
  ref,
  status,
  ...(reason !== undefined && { reason }),
});

const asLines = (values: readonly unknown[]): string =>
  values.map((one) => `${JSON.stringify(one)}\n`).join('');

export class Evidence {
  private readonly seen = new Map<string, SeenJob>();

  /** @param prints folder of what the processes printed, a file each */
  constructor(
    private readonly cli: CommandLineOn,
    private readonly prints: string,
  ) {}

  see({ job, document, rows, errors }: SeenJob): void {
    this.seen.set(job, { job, document, errors, rows: rows.map(withoutBlocks) });
  }

  /** What was seen before held. */
  forget(): void {
    this.seen.clear();
  }

  /** Where it throws, all that may tell why is kept in a folder, which the error names. */
  async around<T>(judge: () => Promise<T>): Promise<T> {
    try {
      return await judge();
    } catch (error) {
      const folder = mkdtempSync(join(tmpdir(), 'campaign-'));
      const lost = await this.keep(folder).then(
        () => '',
        (second: unknown) => ` (in part: ${String(second)})`,
      );
      const words = error instanceof Error ? error.message : String(error);
      throw new Error(`${words}\n\nWhat tells of it is kept in ${folder}${lost}`, { cause: error });
    }
  }

  private async keep(folder: string): Promise<void> {
    cpSync(this.prints, join(folder, 'printed'), { recursive: true });
    for (const { job, document, rows, errors } of this.seen.values()) {
      writeFileSync(join(folder, `${job}.json`), JSON.stringify(document, null, 2));
      writeFileSync(join(folder, `${job}.rows.ndjson`), asLines(rows));
      writeFileSync(join(folder, `${job}.errors.ndjson`), asLines(errors));
    }
    const whole = join(folder, 'log.ndjson');
    await this.cli.json('events', 'export', whole);
    for (const job of this.seen.keys()) {
      const own: string[] = [];
      for await (const line of linesOfFile(whole)) if (line.includes(job)) own.push(line);
      writeFileSync(join(folder, `${job}.events.ndjson`), `${own.join('\n')}\n`);
    }
  }
}
