/**
 * `npm run bench:matching`: precision and recall of matching by name, on the labelled names that ship
 * (docs/matching.md).
 */
import { reportText } from './matching/files.js';
import { labelledNames } from './matching/labelled-names.js';
import { measure } from './matching/measure.js';
import { readSample } from './matching/sample-rows.js';
import { sampleRegister } from '../src/processes/demo/samples.js';

async function main(): Promise<void> {
  const sample = readSample(sampleRegister());
  const judged = await measure(sample, labelledNames(sample.rows));
  console.log(reportText(judged, new Date().toISOString().slice(0, 10)));
}

void main();
