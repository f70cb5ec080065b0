/** What a customer writes: a list whose program, run again after it died, goes on where it was. */
import { CompanyData } from '@company-data/client';
import { fileState, ResultsFile } from '@company-data/client/node';

const { SERVICE, KEY, NUMBERS, ROWS, OUT } = process.env;
const numbers = NUMBERS.split(',');

function* rows() {
  for (let row = 0; row < Number(ROWS); row++)
    yield { ref: `r${row}`, company_number: numbers[row % numbers.length] };
}

const client = new CompanyData({ url: SERVICE, key: KEY });
const results = await ResultsFile.open(OUT);
const run = client.jobs.submit(rows(), {
  blocks: ['company_identity', 'industry'],
  rowsPerJob: Number(ROWS) / 4,
  state: fileState(`${OUT}.state`),
  from: results.rows,
  onProgress: ({ submitted, delivered }) => void (submitted > 0 && process.stdout.write(`${delivered}\n`)),
});
for await (const row of run) await results.write(row);
await results.close();
