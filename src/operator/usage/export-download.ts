/** Makes an export for a page to send. A file is written first, so that a failure gets an error page. */
import { open, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { NotDone } from '../../../packages/platform/src/errors/refusal.js';
import { systemEntropy } from '../../../packages/platform/src/secrets/entropy.js';
import { FairSlots } from '../../../packages/platform/src/tasks/fair-slots.js';
import type { OperatorServices } from '../operator.js';
import { statementFilePath } from '../statements/console-files.js';
import { exportUsage, tooOldText, writeExport, type ExportRequest } from './export-usage.js';

/** Files are written one at a time for all visitors, since each write reads the log. */
const WRITE_SLOTS = new FairSlots(1);

/** Refuses lines that are too old for Stripe, since a file can't name them. @throws WrongRequest, NotDone */
export async function exportDownload(operator: OperatorServices, request: ExportRequest) {
  const { account, month } = request;
  // The folder of the console's files is pruned, so left-overs of a crash are removed.
  const folder = dirname(statementFilePath(operator, account, month));
  const path = join(folder, `statement-export-${systemEntropy().ulid()}`);
  try {
    const writtenExport = await WRITE_SLOTS.run(String(account), async () => {
      const usageExport = await exportUsage(operator, request);
      await writeExport(usageExport, path);
      return usageExport;
    });
    const { too_old } = writtenExport.report();
    if (too_old.total > 0) throw new NotDone('too_old', tooOldText(too_old));
    const { name, type } = writtenExport;
    return { name, type, body: (await open(path)).createReadStream() };
  } finally {
    // The open file can still be read to its end.
    await rm(path, { force: true });
  }
}
