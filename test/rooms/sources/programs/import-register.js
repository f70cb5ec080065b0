/**
 * Imports a published file, printing a line whenever something was read, and at last the outcome. Arguments: data
 * directory, file.
 */
const { writeSync } = require('node:fs');
const {
  importRegister,
} = require('../../../../dist/packages/enrichment/src/sources/kit/editions/import-register.js');
const { sourceNamed } = require('../../../../dist/packages/enrichment/src/sources/index.js');

async function main([dataDir, file]) {
  const onProgress = ({ rows, phase }) => writeSync(1, `${phase} ${rows}\n`);
  const outcome = await importRegister({
    source: sourceNamed('companies'),
    files: [file],
    dataDir,
    onProgress,
  });
  writeSync(1, `${JSON.stringify(outcome)}\n`);
}

void main(process.argv.slice(2));
