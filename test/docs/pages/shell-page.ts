/** A page of the documentation whose commands are run, in order and in a folder of their own. */
import { execFile, type ExecFileOptionsWithStringEncoding } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TemporaryFolder } from '../../support/system/temporary-folder.js';
import type { ApiWorld, IssuedKey } from '../../support/worlds/api-world.js';
import { alike } from './alike.js';
import { partRun } from './commands.js';
import { blocksOf, fileNameOf, type CodeBlock } from './page-blocks.js';

const ROOT = join(__dirname, '..', '..', '..');
/** By which `company-data` is a command. */
const README_LINE = /^alias company-data=.*$/m.exec(readFileSync(join(ROOT, 'README.md'), 'utf8'))?.[0] ?? '';
const ADDRESS = 'http://127.0.0.1:3000';
const BETWEEN = '--- the next block ---';

/** Where a page's commands find the service. */
export interface Surroundings {
  readonly url?: string;
  readonly key?: string;
  /** Of the operator's commands. */
  readonly dataDir?: string;
  /** Folders whose programs come first. */
  readonly path?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export const inWorld = ({ api, settings }: ApiWorld, { key }: IssuedKey): Surroundings => ({
  url: api.url,
  key,
  dataDir: settings.dataDir,
});

export class ShellPage {
  private readonly page: string;
  private readonly section: string | undefined;
  private readonly scratch = new TemporaryFolder();

  /** @param place the page's path from the root; `#` and the heading of a section where it is that alone */
  constructor(place: string) {
    [this.page = '', this.section] = place.split('#');
    symlinkSync(join(ROOT, 'samples'), this.scratch.file('samples'));
  }

  /** Where its commands run; holds the samples. */
  get folder(): string {
    return this.scratch.path;
  }

  get text(): string {
    return readFileSync(join(ROOT, this.page), 'utf8');
  }

  remove(): void {
    this.scratch.remove();
  }

  /** The page with what its commands print now, which is written where `npm run docs` asks for it. */
  async told(around: Surroundings): Promise<string> {
    const { text } = this;
    const blocks = this.blocksRun();
    const told = withOutputs(text, blocks, await this.outputs(around));
    if (process.env['WRITE_DOCS'] === '1') writeFileSync(join(ROOT, this.page), told);
    return told;
  }

  /** What each block of shell prints. One shell runs them all, so that one block goes on from the other. */
  async outputs({
    url = ADDRESS,
    key = '',
    dataDir = 'data',
    path = [],
    env = {},
  }: Surroundings): Promise<string[]> {
    for (const block of this.blocks()) {
      const name = fileNameOf(block);
      if (name !== null) this.scratch.write(name, block.code);
    }
    const script = [
      'shopt -s expand_aliases',
      README_LINE.replace('$PWD', ROOT),
      'api() { curl -sS -H "Authorization: Bearer $KEY" "$@"; }',
      ...this.blocksRun().flatMap(({ code }) => [partRun(this.page, code), `echo '${BETWEEN}'`]),
    ].join('\n');
    const PATH = [...path, process.env['PATH']].join(':');
    const variables = { PATH, BASE: url, KEY: key, DATA_DIR: dataDir, OPERATOR: 'alice', ...env };
    const limits = { maxBuffer: 10_000_000, timeout: 500_000 };
    const options = { ...limits, env: variables, cwd: this.folder, encoding: 'utf8' } as const;
    const stdout = await printedBy(script, options);
    const [, , keyId = 'no key'] = key.split('_');
    const printed = stdout.replaceAll(dataDir, 'data').replaceAll(keyId, 'abcdefghijkl');
    return alike(printed.replaceAll(url, ADDRESS)).split(`${BETWEEN}\n`).slice(0, -1);
  }

  private blocks(): CodeBlock[] {
    return blocksOf(this.text).filter(({ section }) => section === (this.section ?? section));
  }

  /** Of shell, and with something in them to run. */
  private blocksRun(): CodeBlock[] {
    return this.blocks().filter(({ language, code }) => language === 'sh' && partRun(this.page, code) !== '');
  }
}

/** What a script in bash prints; where it fails, an error that shows what it had printed. */
async function printedBy(script: string, options: ExecFileOptionsWithStringEncoding): Promise<string> {
  return new Promise((resolve, reject) =>
    execFile('bash', ['--norc', '-euc', script], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${error.message}\n${stdout}${stderr}`));
    }),
  );
}

/** Below each of these blocks its output, or nothing where it printed nothing. */
function withOutputs(page: string, blocks: readonly CodeBlock[], outputs: readonly string[]): string {
  const told = blocks.map(({ code, from }, at) => {
    const [before, output] = [page.slice(blocks[at - 1]?.to ?? 0, from), outputs[at] ?? ''];
    return `${before}\`\`\`sh\n${code}\`\`\`\n${output === '' ? '' : `\n\`\`\`text\n${output}\`\`\`\n`}`;
  });
  return `${told.join('')}${page.slice(blocks.at(-1)?.to ?? 0)}`;
}
