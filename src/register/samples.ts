/** The small register that ships with the program. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

const SAMPLE = join('samples', 'BasicCompanyData-2020-05-01-sample.csv');

/** Where the sample lies, whether this runs from the sources or from what was built of them. */
export function sampleRegister(): string {
  for (let folder = __dirname; folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, SAMPLE);
    if (existsSync(path)) return path;
  }
  throw new Error(`${SAMPLE} is missing from this installation`);
}
