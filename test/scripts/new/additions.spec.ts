import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { forAllTests } from '../../support/worlds/for-each-test.js';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';

const ROOT = join(__dirname, '..', '..', '..');

/** One addition of each kind: the script, its words, and what each writes or changes. */
const ADDITIONS: readonly (readonly [script: string, words: readonly string[], files: readonly string[]])[] =
  [
    [
      'new:block',
      ['air_quality', '--kind', 'website'],
      [
        'packages/contract/src/block-key.ts',
        'packages/enrichment/src/blocks/index.ts',
        'packages/enrichment/src/blocks/website/air-quality.block.spec.ts',
        'packages/enrichment/src/blocks/website/air-quality.block.ts',
      ],
    ],
    [
      'new:source',
      ['vessels'],
      [
        'packages/enrichment/src/sources/index.ts',
        'packages/enrichment/src/sources/vessels/README.md',
        'packages/enrichment/src/sources/vessels/vessels.record.ts',
        'packages/enrichment/src/sources/vessels/vessels.source.spec.ts',
        'packages/enrichment/src/sources/vessels/vessels.source.ts',
      ],
    ],
    [
      'new:stream',
      ['tariff', 'TariffRecorded', '--ends'],
      [
        'src/streams/index.ts',
        'src/streams/tariff/tariff.decider.spec.ts',
        'src/streams/tariff/tariff.decider.ts',
        'src/streams/tariff/tariff.events.ts',
        'test/fixtures/events/v1.sha256',
        'test/fixtures/events/v1/TariffRecorded.json',
      ],
    ],
    [
      'new:projection',
      ['tariffs', '--lane', 'billing'],
      [
        'projections/index.ts',
        'projections/tariffs/tariffs.document.ts',
        'projections/tariffs/tariffs.projection.spec.ts',
        'projections/tariffs/tariffs.projection.ts',
      ],
    ],
    [
      'new:operator-command',
      ['tariffs', 'show'],
      [
        'src/cli/command-groups.ts',
        'src/cli/tariffs.commands.ts',
        'src/console/pages/index.ts',
        'src/console/pages/show-tariffs.page.tsx',
        'src/operator/tariffs/show-tariffs.sheet.ts',
        'src/operator/tariffs/show-tariffs.spec.ts',
        'src/operator/tariffs/show-tariffs.ts',
      ],
    ],
  ];

const PARTS = ['src', 'projections', 'test', 'packages', 'bench', 'scripts', 'tsconfig.json', 'package.json'];

const copy = forAllTests(() => new TemporaryFolder());
beforeAll(() => {
  for (const part of PARTS) cpSync(join(ROOT, part), copy.file(part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), copy.file('node_modules'));
  git('init', '--quiet');
  git('add', '.');
});

const git = (...words: readonly string[]): string =>
  execFileSync('git', ['-C', copy.path, ...words], { encoding: 'utf8' });
const touched = (): string[] => git('ls-files', '--modified', '--others').trim().split('\n').filter(Boolean);

it.each(ADDITIONS)('%s writes these files and no other', (script, words, files) => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [, file = '', kind = ''] = /^node (\S+) (\S+)$/.exec(scripts[script] ?? '') ?? [];
  execFileSync(process.execPath, [join(ROOT, file), kind, ...words, '--root', copy.path]);
  expect(touched().sort()).toEqual(files);
  git('add', '.');
});

it('leaves a program that compiles', () => {
  // The specs that were there compile as before: `npm run lint:types` says so.
  const files = ADDITIONS.flatMap(([, , written]) => written).filter((file) => /\.tsx?$/.test(file));
  const narrow = {
    extends: './tsconfig.json',
    include: ['src', 'projections'],
    exclude: ['**/*.spec.ts'],
    files,
  };
  // The client's types are made of the description, which is written anew with the block.
  const client = 'packages/client/src/openapi.ts';
  const types = readFileSync(copy.file(client), 'utf8');
  copy.write(client, types.replaceAll('"company_summary"', '"company_summary" | "air_quality"'));
  copy.write('tsconfig.narrow.json', JSON.stringify(narrow));
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const words = [compiler, '--noEmit', '--pretty', 'false', '--project', 'tsconfig.narrow.json'];
  const { stdout } = spawnSync(process.execPath, words, { cwd: copy.path, encoding: 'utf8' });
  expect(stdout).toBe('');
});
