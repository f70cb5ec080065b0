/**
 * A project of a customer's: a folder in which the client is installed as it is published, and programs that
 * use it.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { TemporaryFolder } from '../system/temporary-folder.js';

const ROOT = join(__dirname, '..', '..', '..');
const PARTS = ['package.json', 'build.mjs', 'tsconfig.build.json', 'src'];
/** The packages that are built into it. */
const INSIDE = ['platform', 'statement-check', 'words'];

type Env = Readonly<Record<string, string>>;

export class CustomerProject {
  private readonly folder = new TemporaryFolder();

  /** Builds the package, from a copy of its own. */
  constructor() {
    for (const part of PARTS)
      cpSync(join(ROOT, 'packages/client', part), this.file(`packages/client/${part}`), { recursive: true });
    for (const name of INSIDE)
      cpSync(join(ROOT, 'packages', name, 'src'), this.file(`packages/${name}/src`), { recursive: true });
    cpSync(join(ROOT, 'tsconfig.json'), this.file('tsconfig.json'));
    symlinkSync(join(ROOT, 'node_modules'), this.file('node_modules'));
    const env = { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH']}` };
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: this.file('packages/client'), env });
    mkdirSync(this.file('program/node_modules/@company-data'), { recursive: true });
    symlinkSync(this.file('packages/client'), this.file('program/node_modules/@company-data/client'));
  }

  /** Of the project. */
  file(name: string): string {
    return this.folder.file(name);
  }

  write(name: string, text: string): void {
    this.folder.write(`program/${name}`, text);
  }

  /** A file becomes a program of the project. */
  copy(name: string, file: string): void {
    cpSync(file, this.file(`program/${name}`));
  }

  /** What node, or another runtime, prints of these words in the folder of the program; it must end well. */
  run(words: readonly string[], env: Env = {}, runtime?: string): Promise<string> {
    const child = this.start(words, env, runtime);
    const printed: string[] = [];
    child.stdout?.setEncoding('utf8').on('data', (text: string) => printed.push(text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => printed.push(text));
    return new Promise((resolve, reject) =>
      child.once('close', (code) => {
        if (code === 0) resolve(printed.join(''));
        else reject(new Error(`ended with ${code}: ${printed.join('')}`));
      }),
    );
  }

  /** The same, while it runs. */
  start(words: readonly string[], env: Env = {}, runtime = process.execPath): ChildProcess {
    return spawn(runtime, words, {
      cwd: this.file('program'),
      env: { PATH: process.env['PATH'], ...env },
    });
  }

  remove(): void {
    this.folder.remove();
  }
}
