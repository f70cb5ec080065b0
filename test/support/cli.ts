/** The command line on a data directory of the test: in this process, or built and as a process of its own. */
import 'reflect-metadata';
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { loadGroups } from '../../src/cli/command-groups.js';
import { runCommand } from './run-command.js';
import { temporaryFolder } from './system/temporary-folder.js';

const PROGRAM = join(__dirname, '..', '..', 'bin', 'company-data.js');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export class CommandLineOn {
  /**
   * `inside`: commands run inside the test, the same code without the start of a process. The driver then lets go of a
   * file only when its statements are collected, so what asks whether a file is in use needs processes.
   */
  constructor(
    private readonly how: 'inside' | 'as processes' = 'inside',
    /** Settings of every command beside `DATA_DIR`. */
    private readonly settings: Readonly<Record<string, string>> = {},
    /** Default: a folder of its own. */
    readonly dataDir = temporaryFolder(),
    /** Another build of the program; for processes. */
    private readonly program = PROGRAM,
  ) {}

  /** Runs one command to its end. */
  async run(...words: readonly string[]): Promise<Ended> {
    return this.how === 'inside'
      ? runCommand(await loadGroups(words), words, { ...this.settings, DATA_DIR: this.dataDir })
      : this.process(...words);
  }

  /** Runs one command to its end as an operator would. */
  async process(...words: readonly string[]): Promise<Ended> {
    const child = spawn(process.execPath, [this.program, ...words], {
      env: { ...this.settings, PATH: process.env['PATH'], DATA_DIR: this.dataDir },
      cwd: this.dataDir,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    return { code, stdout, stderr };
  }

  /** The one JSON document that a command prints. */
  async json<T = Record<string, unknown>>(...words: readonly string[]): Promise<T> {
    const { code, stdout, stderr } = await this.run(...words, '--json');
    if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout) as T;
  }

  /** The lines of JSON that a command prints. */
  async lines<T = Record<string, unknown>>(...words: readonly string[]): Promise<T[]> {
    const { code, stdout, stderr } = await this.run(...words, '--json');
    if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr}`);
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as T);
  }

  /** How a command was refused: its exit code and the code of the failure; nothing may stand on stdout. */
  async refusal(
    ...words: readonly string[]
  ): Promise<{ code: number | null; error: string; detail: string }> {
    const { code, stdout, stderr } = await this.run(...words, '--json');
    if (stdout !== '') throw new Error(`${words.join(' ')} printed ${stdout}`);
    const last = stderr.trimEnd().split('\n').at(-1) ?? '';
    return { code, ...(JSON.parse(last) as { error: string; detail: string }) };
  }

  remove(): void {
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
