/** Asks the user questions on a terminal, or takes every default answer (`--yes`). */
import { createInterface, type Interface } from 'node:readline';
import { InvalidArgumentError } from 'commander';
import { NotDone } from '../../../packages/platform/src/errors/refusal.js';
import { safeLine } from '../../../packages/words/src/text/safe-text.js';
import type { Cli } from '../command-line.js';

export interface Question<T> {
  readonly text: string;
  /** The answer if the user only presses Enter. */
  readonly defaultAnswer: string;
  /** Parses the answer. @throws InvalidArgumentError for a wrong one: the question is asked again */
  readonly parse: (answer: string) => T;
}

export interface Questions {
  /** @throws NotDone where the terminal is closed */
  ask<T>(question: Question<T>): Promise<T>;
  /** True once a user at a terminal was asked. */
  readonly hasAskedUser: boolean;
  /** Closes the terminal. */
  end(): void;
}

/** Gives the default answer to every question. */
const DEFAULT_ANSWERS: Questions = {
  ask: async ({ defaultAnswer, parse }) => parse(defaultAnswer),
  hasAskedUser: false,
  end: () => undefined,
};

/** Returns null where there is no terminal. @param acceptDefaults gives every default answer unasked */
export function questionsOf(
  cli: Pick<Cli, 'process' | 'out' | 'runAtEnd'>,
  acceptDefaults: boolean,
): Questions | null {
  if (acceptDefaults) return DEFAULT_ANSWERS;
  const { stdin, stdout } = cli.process;
  if (stdin?.isTTY !== true || stdout.isTTY !== true || cli.out.isJson) return null;
  const questions = new TerminalQuestions(stdin, stdout);
  cli.runAtEnd(async () => questions.end());
  return questions;
}

class TerminalQuestions implements Questions {
  private reader: Interface | null = null;
  /** The lines from the first question on: a user may paste answers before their questions. */
  private lines: AsyncIterator<string> | null = null;

  constructor(
    private readonly input: NodeJS.ReadableStream,
    private readonly output: NodeJS.WritableStream,
  ) {}

  get hasAskedUser(): boolean {
    return this.reader !== null;
  }

  async ask<T>({ text, defaultAnswer, parse }: Question<T>): Promise<T> {
    for (;;) {
      const line = await this.readLine(`${safeLine(`${text} [${defaultAnswer}]`)} `);
      try {
        return parse(line.trim() === '' ? defaultAnswer : line);
      } catch (error) {
        if (!(error instanceof InvalidArgumentError)) throw error;
        this.print(safeLine(error.message));
      }
    }
  }

  end(): void {
    this.reader?.close();
  }

  private async readLine(prompt: string): Promise<string> {
    if (this.reader === null) this.print('Press Enter to take the answer in brackets.');
    this.reader ??= createInterface({ input: this.input, output: this.output });
    this.lines ??= this.reader[Symbol.asyncIterator]();
    this.reader.setPrompt(prompt);
    this.reader.prompt();
    const line = await this.lines.next();
    if (line.done !== true) return line.value;
    this.print('');
    throw new NotDone('stopped', 'Stopped. Nothing was loaded, and no account was opened.');
  }

  private print(line: string): void {
    this.output.write(`${line}\n`);
  }
}
