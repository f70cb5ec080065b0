/** What a role loads is paid at each start, in each thread. `npm run build` first. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

const BUILT = join(__dirname, '../../dist/src');

/** The packages that a process holds once it has loaded this. */
function packagesOf(file: string): readonly string[] {
  const program = `require('reflect-metadata'); require(${JSON.stringify(join(BUILT, file))});
process.stdout.write(JSON.stringify(Object.keys(require.cache)));`;
  const files = JSON.parse(
    execFileSync(process.execPath, ['-e', program], { encoding: 'utf8', cwd: join(__dirname, '../..') }),
  ) as string[];
  return [...new Set(files.map((name) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1] ?? ''))];
}

it.each(['api/api-role.js', 'processes/startable-worker.js'])(
  '%s loads no client of other servers before one is asked',
  (file) => {
    const packages = packagesOf(file);
    expect(packages).toContain('@nestjs/core');
    for (const client of ['undici', 'mongodb', '@eventstore/db-client'])
      expect(packages).not.toContain(client);
  },
);

it.each(['processes/projector-role.js', 'processes/roles.js', 'processes/serve.js'])(
  '%s loads no source of data',
  (file) => {
    const packages = packagesOf(file);
    expect(packages).toContain('prom-client');
    for (const parser of ['saxes', 'yauzl', 'tldts']) expect(packages).not.toContain(parser);
  },
);

it.each([
  'cli/billing.commands.js',
  'operator/billing/estimate-list.js',
  'operator/accounts/find-account.js',
  'operator/jobs/list-jobs.js',
])('%s loads no handler of commands before one is sent', (file) => {
  const packages = packagesOf(file);
  expect(packages).toContain('zod');
  for (const handling of ['@nestjs/core', '@nestjs/cqrs', 'rxjs']) expect(packages).not.toContain(handling);
});
