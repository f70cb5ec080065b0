/** A process that reads PDFs, one after the other, for the one that started it. It ends with it. */
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
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

process.on('disconnect', () => process.exit());
process.on('message', (question: PdfQuestion) => {
  guard.postMessage('begin');
  void answer(question)
    .catch((): PdfAnswer => ({ why: 'not_well_formed' }))
    .then((told) => {
      guard.postMessage('end');
      process.send?.(told);
    });
});
