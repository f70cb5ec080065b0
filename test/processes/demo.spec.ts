/** The README's first command, as it stands in package.json: it shows real companies and ends with a bill that the log proves. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoPage } from '../docs/demo-page.js';
import { TemporaryFolder } from '../support/system/temporary-folder.js';

const ROOT = join(__dirname, '..', '..');

function demoFile(): string {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const file = / node (dist\/\S+\.js)$/.exec(scripts['demo'] ?? '')?.[1];
  if (file === undefined) throw new Error(`the demo script runs no file: ${scripts['demo']}`);
  return file;
}

async function run(
  file: string,
  dataDir: string,
  ...flags: string[]
): Promise<{ status: number | null; output: string }> {
  const env = { ...process.env, DATA_DIR: dataDir, PORT: '0' };
  const child = spawn(process.execPath, [file, '--once', ...flags], { cwd: ROOT, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { status, output };
}

it('the demonstration takes real companies to a bill that the log proves, as docs/demo.md shows it', async () => {
  const folder = new TemporaryFolder();
  const { status, output } = await run(demoFile(), folder.path);
  folder.remove();
  expect({ status, output }).toMatchObject({ status: 0 });
  const { held, made } = demoPage(output);
  expect(held).toBe(made);
  expect(output).toMatch(
    /Financial Times Group Limited \(00879531\), from 2016-04-06: ownership of shares 75 to 100/,
  );
  expect(output).toMatch(/ultimate_owner .* not_found: owner_not_on_file/);
  expect(output).toMatch(/Finola Mary MCDONNELL, director, from 2025-06-30/);
  expect(output).toMatch(/2026-02-04 {2}Barclays Bank PLC/);
  expect(output).toMatch(/250-499, by pay gap band of 2021-04-05/);
  expect(output).toMatch(/7 units billed for 8 blocks/);
  expect(output).toMatch(/ultimate_owner .* 0 │ Free: nothing was found/);
  expect(output).toMatch(/3,992 delivered, 3 not found, 5 failed/);
  expect(output).toMatch(/Idempotent-Replayed: true/);
  expect(output).toMatch(/cancelled: [\d,]+ delivered, [\d,]+ failed, [\d,]+ skipped/);
  expect(output).toMatch(/equal\. The figures are correct\. Nothing was changed\./);
  expect(output).toMatch(/Every invariant holds/);
});

it('with --sites, shows made-up websites of real companies accepted, reviewed and rejected, each with its evidence', async () => {
  const folder = new TemporaryFolder();
  const { status, output } = await run(demoFile(), folder.path, '--sites');
  folder.remove();
  expect({ status, output }).toMatchObject({ status: 0 });
  expect(output).toMatch(
    /WORTLEY ROOFING LIMITED, 12247900\n +ACCEPT, confidence 0\.97\n +\+60 {2}company_number\n/,
  );
  expect(output).toMatch(
    /company_number on http:\/\/wortleyroofing\.co\.uk\/terms: .*company number 12247900/,
  );
  expect(output).toMatch(/contacts +office@wortleyroofing\.co\.uk \(takes mail\), \+441134960123/);
  expect(output).toMatch(/REVIEW, confidence 0\.\d+\n(?: +[+−]\d+ {2}\w+\n)+ +\d+ {2}score/);
  expect(output).toMatch(/decided by .*hard_match_missing, crowded_address/);
  expect(output).toMatch(/REJECT, confidence 0\.\d+\n +−60 {2}other_company_number\n/);
  expect(output).toMatch(/domain +not_found: domain_name_mismatch/);
  expect(output).toMatch(/ 1 unit billed for 7 blocks/);
  expect(output).toMatch(/matched on domain\n +0 requests were made/);
  expect(output).toMatch(/Every invariant holds/);
});
