/** Asks on a terminal, or takes every default answer (`--yes`), or doesn't ask where there is no terminal. */
import { createInterface, type Interface } from 'node:readline';
import { InvalidArgumentError } from 'commander';
import { NotDone } from '../../operator/refusal.js';
import { safeLine } from '../../shared/text/safe-text.js';
import type { Cli } from '../command-line.js';

export interface Question<T> {
  readonly words: string;
  /** The default answer, which Enter gives. */
  readonly enter: string;
  /** Reads the answer. @throws InvalidArgumentError for a wrong one: the question is asked again */
  readonly read: (words: string) => T;
}

export interface Questions {
  /** @throws NotDone where the terminal is closed */
  ask<T>(question: Question<T>): Promise<T>;
  /** Whether a user at a terminal was asked. */
  readonly wereAsked: boolean;
  /** Closes the terminal. */
  end(): void;
}

/** Gives the default answer to every question. */
const DEFAULT_ANSWERS: Questions = {
  ask: async ({ enter, read }) => read(enter),
  wereAsked: false,
  end: () => undefined,
};

/** Returns the way to ask; null: there is no terminal. @param yes takes every default answer */
export function questionsOf(cli: Pick<Cli, 'process' | 'out' | 'atEnd'>, yes: boolean): Questions | null {
  if (yes) return DEFAULT_ANSWERS;
  const { stdin, stdout } = cli.process;
  if (stdin?.isTTY !== true || stdout.isTTY !== true || cli.out.json) return null;
  const questions = new TerminalQuestions(stdin, stdout);
  cli.atEnd(async () => questions.end());
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

  get wereAsked(): boolean {
    return this.reader !== null;
  }

  async ask<T>({ words, enter, read }: Question<T>): Promise<T> {
    for (;;) {
      const line = await this.line(`${safeLine(`${words} [${enter}]`)} `);
      try {
        return read(line.trim() === '' ? enter : line);
      } catch (error) {
        if (!(error instanceof InvalidArgumentError)) throw error;
        this.say(safeLine(error.message));
      }
    }
  }

  end(): void {
    this.reader?.close();
  }

  private async line(prompt: string): Promise<string> {
    if (this.reader === null) this.say('Press Enter to take the answer in brackets.');
    this.reader ??= createInterface({ input: this.input, output: this.output });
    this.lines ??= this.reader[Symbol.asyncIterator]();
    this.reader.setPrompt(prompt);
    this.reader.prompt();
    const line = await this.lines.next();
    if (line.done !== true) return line.value;
    this.say('');
    throw new NotDone('stopped', 'Stopped. Nothing was loaded, and no account was opened.');
  }

  private say(line: string): void {
    this.output.write(`${line}\n`);
  }
}
