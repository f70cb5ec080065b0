/** An export as a page sends it: written whole first, so that what can't be written is refused as a page. */
import { open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { NotDone } from '../../../packages/platform/src/errors/refusal.js';
import { systemEntropy } from '../../../packages/platform/src/secrets/entropy.js';
import { FairSlots } from '../../../packages/platform/src/tasks/fair-slots.js';
import type { Operator } from '../operator.js';
import { statementFilePath } from '../statements/console-files.js';
import { exportUsage, tooOldText, writeExport, type ExportRequest } from './export-usage.js';

/** Files are written one at a time for all visitors, since each write reads the log. */
const WRITE_SLOTS = new FairSlots(1);

export interface SentExport {
  readonly name: string;
  readonly type: string;
  readonly body: Readable;
}

/** @throws WrongRequest, NotDone; also where a line is too old for its taker, since a page can't tell so */
export async function sentExport(operator: Operator, request: ExportRequest): Promise<SentExport> {
  const { account, month } = request;
  // In the folder of the console's files, under a name of its own. Left-overs of a crash are pruned there.
  const folder = dirname(statementFilePath(operator, account, month));
  const path = join(folder, `statement-export-${systemEntropy().ulid()}`);
  try {
    const exported = await WRITE_SLOTS.run(String(account), async () => {
      const made = await exportUsage(operator, request);
      await writeExport(made, path);
      return made;
    });
    const { too_old } = exported.report();
    if (too_old.total > 0) throw new NotDone('too_old', tooOldText(too_old));
    const { name, type } = exported;
    return { name, type, body: (await open(path)).createReadStream() };
  } finally {
    // What is open can still be read to its end.
    await rm(path, { force: true });
  }
}
