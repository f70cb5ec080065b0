/** What `init` asks: on a terminal, in whose place Enter may stand for every answer, or not at all. */
import { createInterface, type Interface } from 'node:readline';
import { InvalidArgumentError } from 'commander';
import { NotDone } from '../../operator/refusal.js';
import { safeLine } from '../../shared/text/safe-text.js';
import type { Cli } from '../command-line.js';

export interface Question<T> {
  readonly words: string;
  /** What Enter stands for. */
  readonly enter: string;
  /** @throws InvalidArgumentError where the words can't be taken: they are asked for again */
  readonly read: (words: string) => T;
}

export interface Questions {
  /** @throws NotDone where the terminal is closed */
  ask<T>(question: Question<T>): Promise<T>;
  /** Somebody at a terminal was asked. */
  readonly wereAsked: boolean;
  /** Lets go of the terminal. */
  end(): void;
}

/** Enter, to every question. */
const ENTER: Questions = {
  ask: async ({ enter, read }) => read(enter),
  wereAsked: false,
  end: () => undefined,
};

/** Null: nobody is there to be asked. @param yes Enter is the answer to all */
export function questionsOf(cli: Pick<Cli, 'process' | 'out' | 'atEnd'>, yes: boolean): Questions | null {
  if (yes) return ENTER;
  const { stdin, stdout } = cli.process;
  if (stdin?.isTTY !== true || stdout.isTTY !== true || cli.out.json) return null;
  const questions = new TerminalQuestions(stdin, stdout);
  cli.atEnd(async () => questions.end());
  return questions;
}

class TerminalQuestions implements Questions {
  private reader: Interface | null = null;
  /** Kept from the first question on: answers may be pasted before they are asked for. */
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
    if (this.reader === null) this.say('Enter takes what stands in brackets.');
    this.reader ??= createInterface({ input: this.input, output: this.output });
    this.lines ??= this.reader[Symbol.asyncIterator]();
    this.reader.setPrompt(prompt);
    this.reader.prompt();
    const line = await this.lines.next();
    if (line.done !== true) return line.value;
    this.say('');
    throw new NotDone('stopped', 'It was told to stop: nothing is fetched or opened.');
  }

  private say(line: string): void {
    this.output.write(`${line}\n`);
  }
}
