/** Answers with the evidence of a job as one ZIP file. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ZipFile } from 'yazl';
import { disputeJob } from '../../operator/billing/dispute-job.js';
import { WrongRequest } from '../../../packages/platform/src/errors/refusal.js';
import { BILLING_ROLES, post, type ConsolePage } from '../console-page.js';
import { readIfFilled, readJobId, readText } from '../form-values.js';

const MAX_ROW = 249_999;

function rowsIn(text: string): readonly number[] {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  const rows = parts.map(Number);
  if (rows.every((row) => Number.isInteger(row) && row >= 0 && row <= MAX_ROW)) return rows;
  throw new WrongRequest('wrong_rows', 'Rows are whole numbers from 0, with commas between them.');
}

export const disputeAct: ConsolePage = {
  ...post('/jobs/:job/dispute', BILLING_ROLES, async ({ operator, params, form, reason, now }) => {
    const job = readJobId(params['job']);
    const formReason = readIfFilled(form['reason'], readText);
    const folder = await mkdtemp(join(tmpdir(), 'evidence-'));
    const out = join(folder, `dispute-${job}`);
    const removeFolder = (): void => void rm(folder, { recursive: true, force: true });
    try {
      const rows = rowsIn(form['rows'] ?? '');
      await disputeJob(operator, { job, rows, out, reason: formReason ?? reason, now });
      const zip = new ZipFile();
      for (const name of (await readdir(out)).sort()) zip.addFile(join(out, name), `dispute-${job}/${name}`);
      zip.end();
      const body = zip.outputStream as import('node:stream').Readable;
      body.once('close', removeFolder);
      return { kind: 'file', name: `dispute-${job}.zip`, type: 'application/zip', body };
    } catch (error) {
      removeFolder();
      throw error;
    }
  }),
  isRepeatable: true,
};
