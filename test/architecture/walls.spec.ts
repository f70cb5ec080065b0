import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
// The file is a dependency-cruiser configuration: a list of named rules.
const WALLS = createRequire(__filename)('../../.dependency-cruiser.cjs') as { forbidden: { name: string }[] };

interface Violation {
  readonly rule: { readonly name: string };
  readonly from: string;
}

const CRUISED = ['src', 'projections', 'bench', 'packages', 'test'];

/** What dependency-cruiser finds under a folder, by the same folders as `npm run walls`. */
function breachesIn(folder: string): readonly Violation[] {
  const cruiser = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [cruiser, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...CRUISED];
  const json = execFileSync(process.execPath, args, { cwd: folder, maxBuffer: 1 << 28, encoding: 'utf8' });
  return (JSON.parse(json) as { summary: { violations: Violation[] } }).summary.violations;
}

const importing = (from: string): string => `import '${from}';\nexport const here = 1;\n`;

/** One breach of each wall: the file that does what the wall forbids, and what it imports. */
const PLANTED: Readonly<Record<string, readonly [file: string, imports: string]>> = {
  'no-circles': ['src/jobs/circle.ts', './round.js'],
  'no-unresolved': ['src/jobs/lost.ts', './nowhere.js'],
  'only-by-the-door': ['src/jobs/peeping.ts', '../../packages/enrichment/src/blocks/inside.js'],
  'words-stand-alone': ['packages/words/src/curious.ts', '../../contract/src/row.js'],
  'the-contract-stands-on-words': ['packages/contract/src/curious.ts', '../../platform/src/time/clock.js'],
  'platform-knows-no-business': ['packages/platform/src/curious.ts', '../../../src/billing/plain.js'],
  'a-customer-can-check': ['packages/statement-check/src/curious.ts', '../../../src/billing/plain.js'],
  'enrichment-knows-no-ledger': ['packages/enrichment/src/curious.ts', '../../../src/jobs/plain.js'],
  'only-platform-touches-drivers': ['src/jobs/driver.ts', '@photostructure/sqlite'],
  'streams-know-only-the-contract': ['src/streams/curious.ts', '../jobs/plain.js'],
  'the-repository-knows-only-the-log': [
    'src/streams/stream-repository.ts',
    '../../packages/platform/src/coordination/coordination.js',
  ],
  'facts-go-through-the-repository': [
    'src/jobs/appending.ts',
    '../../packages/platform/src/event-store/append-surely.js',
  ],
  'only-the-write-side-decides': ['src/billing/deciding.ts', '../streams/stream-repository.js'],
  'projections-know-only-events': ['projections/usage/curious.ts', '../../src/billing/plain.js'],
  'projections-do-not-know-each-other': ['projections/usage/neighbour.ts', '../errors/errors.projection.js'],
  'deciders-are-pure': ['src/jobs/clocked.decider.ts', '../../packages/platform/src/time/clock.js'],
  'matching-is-pure': ['packages/enrichment/src/pipeline/matching/curious.ts', '../../live/plain.js'],
  'filed-accounts-are-read-alone': ['packages/enrichment/src/filed-accounts/curious.ts', '../live/plain.js'],
  'blocks-know-only-their-facts': ['packages/enrichment/src/blocks/curious.ts', '../pipeline/plain.js'],
  'facts-come-ready-made': [
    'packages/enrichment/src/blocks/reading.ts',
    '../sources/companies/companies.edition.js',
  ],
  'sources-plug-in': [
    'packages/enrichment/src/register/curious.ts',
    '../sources/companies/companies.edition.js',
  ],
  'sources-do-not-know-each-other': [
    'packages/enrichment/src/sources/psc/curious.ts',
    '../companies/companies.edition.js',
  ],
  'no-framework-in-the-domain': ['packages/enrichment/src/pipeline/matching/decorated.ts', '@nestjs/common'],
  'handlers-do-not-know-the-edge': ['src/jobs/cancel.handler.ts', './cancel.controller.js'],
  'doors-only-where-there-is-http': ['src/jobs/opened.ts', './cancel.controller.js'],
  'verify-is-independent': ['src/verify/judged.ts', '../jobs/plain.js'],
  'verify-counts-anew': ['src/verify/counted.ts', '../billing/usage/priced-use.js'],
  'nobody-knows-the-api': ['src/billing/assembled.ts', '../api/plain.js'],
  'the-operator-knows-no-door': ['src/operator/drawn.ts', '../cli/plain.commands.js'],
  'only-doors-know-the-operator': ['src/billing/operated.ts', '../operator/plain.js'],
  'the-command-line-asks-the-operator': ['src/cli/direct.commands.ts', '../../projections/read-side.js'],
  'the-console-asks-the-operator': ['src/console/direct.ts', '../../projections/read-side.js'],
  'the-product-does-not-need-its-tests': ['src/jobs/tested.ts', '../../test/helper.js'],
  'stand-ins-are-guests': ['bench/housed.ts', '../packages/mongodb-stand-in/src/index.js'],
  'only-the-command-line-has-the-client': ['src/jobs/calling.ts', '../../packages/client/src/index.js'],
  'the-client-runs-anywhere': ['packages/client/src/local.ts', 'node:fs'],
  'a-witness-is-independent': ['packages/witness/src/helped.ts', 'fast-check'],
  'an-agents-server-is-a-customer': ['packages/mcp/src/curious.ts', '../../client/src/http.js'],
  'the-client-knows-the-checker-alone': ['packages/client/src/curious.ts', '../../../src/jobs/plain.js'],
  'stand-ins-do-not-know-the-product': [
    'packages/mongodb-stand-in/src/curious.ts',
    '../../../src/jobs/plain.js',
  ],
  'stand-ins-have-one-door': ['test/stores/peeping.ts', '../../packages/mongodb-stand-in/src/plain.js'],
  'no-development-packages': ['src/jobs/developed.ts', 'fast-check'],
};

/** What the breaches import, and files that break nothing. */
const AROUND: Readonly<Record<string, string>> = {
  'src/jobs/round.ts': importing('./circle.js'),
  'src/jobs/plain.ts': 'export const plain = 1;\n',
  'src/jobs/cancel.controller.ts': 'export const controller = 1;\n',
  'src/billing/plain.ts': 'export const plain = 1;\n',
  'src/billing/usage/priced-use.ts': 'export const priced = 1;\n',
  'src/api/plain.ts': 'export const plain = 1;\n',
  'src/cli/plain.commands.ts': importing('../operator/plain.js'),
  'src/operator/plain.ts': 'export const plain = 1;\n',
  'projections/read-side.ts': importing('../packages/platform/src/time/clock.js'),
  'packages/enrichment/src/sources/companies/companies.edition.ts': 'export const edition = 1;\n',
  'packages/enrichment/src/pipeline/matching/fine.ts': `import type { edition } from '../../sources/companies/companies.edition.js';\nexport type Fine = typeof edition;\n`,
  'packages/contract/src/row.ts': 'export const row = 1;\n',
  'packages/enrichment/src/blocks/inside.ts': 'export const inside = 1;\n',
  'packages/enrichment/src/live/plain.ts': 'export const plain = 1;\n',
  'packages/enrichment/src/pipeline/plain.ts': 'export const plain = 1;\n',
  'packages/enrichment/src/index.ts': importing('./blocks/inside.js'),
  'src/jobs/fine.ts': importing('../../packages/enrichment/src/index.js'),
  'packages/platform/src/coordination/coordination.ts': 'export const coordination = 1;\n',
  'packages/platform/src/event-store/append-surely.ts': 'export const append = 1;\n',
  'packages/platform/src/time/clock.ts': 'export const clock = 1;\n',
  'packages/enrichment/src/blocks/registered/officers.block.ts': 'export default 1;\n',
  'packages/enrichment/src/blocks/registered/industry.block.ts': importing('./officers.block.js'),
  'projections/errors/errors.projection.ts': 'export const errors = 1;\n',
  'projections/usage/fine.ts': importing('../../src/streams/plain.js'),
  'src/streams/plain.ts': 'export const plain = 1;\n',
  'test/helper.ts': 'export const helper = 1;\n',
  'test/stores/fine.ts': importing('../../packages/mongodb-stand-in/src/index.js'),
  'packages/mongodb-stand-in/src/index.ts': importing('./plain.js'),
  'packages/mongodb-stand-in/src/plain.ts': importing('../../stand-in-process/src/plain.js'),
  'packages/client/src/index.ts': 'export const here = 1;\n',
  'packages/client/src/node.ts': importing('node:fs'),
  'packages/client/src/http.ts': 'export const http = 1;\n',
  'packages/mcp/src/fine.ts': importing('../../client/src/index.js'),
  'packages/witness/src/fine.ts': importing('node:fs'),
  'src/cli/calling.ts': importing('../../packages/client/src/index.js'),
  'packages/stand-in-process/src/plain.ts': 'export const plain = 1;\n',
};

/** That they can fail; that they stand is what `npm run check` says. */
describe('the walls of the program', () => {
  let folder: string;
  let found: readonly Violation[];

  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'walls-'));
    for (const name of ['.dependency-cruiser.cjs', 'tsconfig.json', 'package.json'])
      cpSync(path.join(ROOT, name), path.join(folder, name));
    for (const name of ['contract', 'enrichment', 'platform', 'statement-check', 'words']) {
      mkdirSync(path.join(folder, 'packages', name), { recursive: true });
      cpSync(
        path.join(ROOT, 'packages', name, 'package.json'),
        path.join(folder, 'packages', name, 'package.json'),
      );
    }
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    const planted = Object.values(PLANTED).map(([file, imports]) => [file, importing(imports)] as const);
    for (const [file, content] of [...planted, ...Object.entries(AROUND)]) {
      mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
      writeFileSync(path.join(folder, file), content);
    }
    found = breachesIn(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('are all put to the test here', () => {
    expect(WALLS.forbidden.map(({ name }) => name).sort()).toEqual(Object.keys(PLANTED).sort());
  });

  it.each(Object.entries(PLANTED))('%s can fail', (rule, [file]) => {
    expect(found.filter(({ rule: { name } }) => name === rule).map(({ from }) => from)).toContain(file);
  });

  it('find nothing in what breaks no rule', () => {
    const blamed = new Set(found.map(({ from }) => from));
    const innocent = Object.keys(AROUND).filter((file) => file !== 'src/jobs/round.ts');
    expect(innocent.filter((file) => blamed.has(file))).toEqual([]);
  });
});
