/** Runs a process that reads PDFs one after the other and ends with its parent. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { serveEachAsProcess } from '../../../../platform/src/threads/serve.js';
import { readPages } from '../pdf/read-pages.js';
import { pagesOfPdf } from './pdf-pages.js';
import type { PdfAnswer, PdfQuestion } from './pdf-readers.js';

const guard = new Worker(join(__dirname, 'pdf-guard.thread.js'));

async function answer({ bytes, id, made_up_to }: PdfQuestion): Promise<PdfAnswer> {
  const foundPages = await pagesOfPdf(bytes);
  if ('why' in foundPages) return foundPages;
  const { read_by, pages } = foundPages;
  return { read_by, ...readPages(pages, { id, made_up_to, read_by }) };
}

// `PdfReaders` sends the question.
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
