/**
 * `npm run test:contract`: judges from outside the project. Redocly lints the description in the repository; Specmatic
 * calls the running service as the description says that it may be called, and judges what comes back. Fails where
 * either finds a fault; a judge that cannot run here is passed over with one line that says so.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeExamples } from './contract/examples.mjs';
import { layOut } from './contract/narrow.mjs';
import { lintDescription } from './contract/redocly.mjs';
import { RUNS } from './contract/rules.mjs';
import { startService } from './contract/service.mjs';
import { obstacle, runSpecmatic, summaryOf } from './contract/specmatic.mjs';

const say = (text) => process.stdout.write(`${text}\n`);

function lint() {
  const result = lintDescription();
  if (result === null) say('Redocly: skipped, because @redocly/cli cannot be installed here.');
  else say(`Redocly\n\n${result.text}\n`);
  return result?.passed ?? true;
}

/** A run without a single test proves nothing and counts as failed. Specmatic ends with 0 also after failures. */
async function judge(service, directory) {
  const description = await (await fetch(`${service.url}/openapi.json`)).json();
  const examples = await makeExamples(service);
  say(`Specmatic: ${examples.length} examples, each answered as intended`);
  let passed = true;
  for (const run of RUNS) {
    const place = join(directory, run.name);
    layOut(place, description, examples, run);
    const { status, output } = await runSpecmatic(service, place, run);
    const { tests, successes, text } = summaryOf(output);
    say(`\nSpecmatic, ${run.name}: ${run.says}\n\n${text}\n`);
    passed &&= status === 0 && tests > 0 && successes === tests;
  }
  return passed;
}

async function contract() {
  const missing = obstacle();
  if (missing !== null) {
    say(`Specmatic: skipped, because ${missing}.`);
    return true;
  }
  const directory = mkdtempSync(join(tmpdir(), 'company-data-judge-'));
  const service = await startService();
  let passed = false;
  try {
    passed = await judge(service, directory);
  } finally {
    await service.stop();
    if (passed) rmSync(directory, { recursive: true, force: true });
    else say(`Specmatic's reports are in ${directory}.`);
  }
  return passed;
}

const linted = lint();
const kept = await contract();
process.exitCode = linted && kept ? 0 : 1;
