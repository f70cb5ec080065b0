/**
 * `node scripts/make-filing-descriptions.mjs FILE`: makes `packages/enrichment/src/sources/filings/filing-descriptions.json` from the list
 * that Companies House publishes (`filing_history_descriptions.yml` of companieshouse/api-enumerations).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('Say which file: filing_history_descriptions.yml\n');
  process.exit(2);
}

const { description } = parse(readFileSync(file, 'utf8'), { uniqueKeys: false });
const list = {
  title: 'Descriptions of the filing history, companieshouse/api-enumerations',
  licence: 'Contains public sector information licensed under the Open Government Licence v3.0',
  descriptions: description,
};
const target = fileURLToPath(
  new URL('../packages/enrichment/src/sources/filings/filing-descriptions.json', import.meta.url),
);
writeFileSync(target, `${JSON.stringify(list, null, 2)}\n`);
