/** A process that reads PDFs, one after the other, for the one that started it. It ends with it. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { serveEachAsProcess } from '../../../../platform/src/threads/serve.js';
import { readPages } from '../pdf/read-pages.js';
import { pagesOfPdf } from './pdf-pages.js';
import type { PdfAnswer, PdfQuestion } from './pdf-readers.js';

const guard = new Worker(join(__dirname, 'pdf-guard.thread.js'));

async function answer({ bytes, id, made_up_to }: PdfQuestion): Promise<PdfAnswer> {
  const found = await pagesOfPdf(bytes);
  if ('why' in found) return found;
  const { read_by, pages } = found;
  return { read_by, ...readPages(pages, { id, made_up_to, read_by }) };
}

// Sent by `PdfReaders`.
serveEachAsProcess(async (question) => {
  guard.postMessage('begin');
  try {
    return await answer(question as PdfQuestion);
  } catch {
    return { why: 'not_well_formed' } satisfies PdfAnswer;
  } finally {
    guard.postMessage('end');
  }
});
