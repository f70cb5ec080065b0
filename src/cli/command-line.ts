/**
 * Runs one command: parses the arguments, runs the action, turns every outcome into an exit code and, with
 * `--json`, every failure into `{error, detail}` on stderr.
 */
import { Command, CommanderError, type Option } from 'commander';
import { errorMessage } from '../../packages/platform/src/errors/error-code.js';
import { SettingsError, loadSettings, type Settings } from '../settings/settings.js';
import { systemEntropy } from '../../packages/platform/src/secrets/entropy.js';
import { redact } from '../../packages/platform/src/telemetry/redact.js';
import { safeJson, safeLine } from '../../packages/words/src/text/safe-text.js';
import type { OperatorServices } from '../operator/operator.js';
import { NotDone, WrongRequest } from '../../packages/platform/src/errors/refusal.js';
import { operatorActor } from '../streams/envelope.js';
import { Output, showsColour, type Streams } from './output.js';

export type ExitCode = 0 | 1 | 2;

/** The context of every action. */
export interface Cli {
  readonly out: Output;
  /** Loads the settings on first use. Loading makes the stores' secrets, which a mere client doesn't need. */
  readonly settings: () => Settings;
  /** Opens the services. They are closed when the command ends. @param reason for the events' metadata */
  readonly operator: (reason?: string) => Promise<OperatorServices>;
  readonly process: Process;
  /** Adds work for the end of the command, also after a failure. The last added runs first. */
  readonly runAtEnd: (work: () => Promise<void>) => void;
  /** Makes the command exit with 1 after its output: a check that it made has failed. */
  readonly markFailed: () => void;
}

/** The work of a command, with the parsed arguments, options last. */
type Action<Args extends unknown[]> = (cli: Cli, ...args: Args) => Promise<void>;

/** Runs the action of a command with the arguments of commander. */
type RunAction = (action: Action<unknown[]>, args: readonly unknown[]) => Promise<void>;

type CamelCase<Text extends string> = Text extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Text;
/** The name of an option's value: `maxRows` for `--max-rows <count>`. */
type NameIn<Flags extends string> = Flags extends `--${infer Words} ${string}` | `--${infer Words}`
  ? CamelCase<Words>
  : never;
/** The value without a parser: a text, or `true` for flags that take no value. */
type UnparsedOption<Flags extends string> = Flags extends `${string} <${string}` ? string : true;
type UnparsedArgument<Flags extends string> = Flags extends `${string}...${string}`
  ? string[]
  : Flags extends `[${string}`
    ? string | undefined
    : string;
type Parse<Value> = (text: string, earlier?: Value) => Value;
type Given<Flags extends string, Value> = { readonly [Name in NameIn<Flags>]: Value };

/** A command of the program. Its action gets the types that flags, parsers and defaults give. */
export interface ProgramCommand<Args extends unknown[] = [], Options = unknown> {
  command(name: string): ProgramCommand;
  description(text: string): this;
  argument<Flags extends string, Value = UnparsedArgument<Flags>>(
    flags: Flags,
    description: string,
    parse?: Parse<Value>,
  ): ProgramCommand<[...Args, Value], Options>;
  option<Flags extends string, Value = UnparsedOption<Flags>>(
    flags: Flags,
    description: string,
    parse?: Parse<Value>,
  ): ProgramCommand<Args, Options & Partial<Given<Flags, Value>>>;
  option<Flags extends string, Value>(
    flags: Flags,
    description: string,
    parse: Parse<Value>,
    defaultValue: Value,
  ): ProgramCommand<Args, Options & Given<Flags, Value>>;
  option<Flags extends string, Value extends string | boolean>(
    flags: Flags,
    description: string,
    defaultValue: Value,
  ): ProgramCommand<Args, Options & Given<Flags, Value extends string ? string : boolean>>;
  requiredOption<Flags extends string, Value = UnparsedOption<Flags>>(
    flags: Flags,
    description: string,
    parse?: Parse<Value>,
  ): ProgramCommand<Args, Options & Given<Flags, Value>>;
  addOption<Added>(option: Option): ProgramCommand<Args, Options & Added>;
  /** Sets the action of the command. */
  does(action: Action<[...Args, Options]>): void;
}

/** The options that an action of a declared command gets. */
export type OptionsOf<Declared> =
  Declared extends ProgramCommand<infer _Args, infer Options> ? Options : never;

/** Adds the actions to the commands of commander. */
class CommandWithAction extends Command {
  /** Runs the action of the command; null: nothing runs. */
  run: RunAction | null = null;

  override createCommand(name?: string): CommandWithAction {
    const command = new CommandWithAction(name);
    command.run = this.run;
    return command;
  }

  does(action: Action<unknown[]>): void {
    this.action(async (...args: unknown[]) => this.run?.(action, args));
  }
}

/** Adds a group of commands to the program. */
export type CommandGroup = (program: ProgramCommand) => void;

export interface Process extends Streams {
  readonly stdin?: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
}

const WRONG_USE: ExitCode = 2;

export class CommandLine {
  private exitCode: ExitCode = 0;
  private readonly isJson: boolean;

  constructor(
    private readonly process: Process,
    private readonly args: readonly string[],
  ) {
    this.isJson = args.includes('--json');
  }

  async run(groups: readonly CommandGroup[], version: string): Promise<ExitCode> {
    const program = programOf(groups, version, (action, args) => this.runAction(action, args));
    for (const command of everyCommand(program)) this.silence(command);
    try {
      await program.parseAsync(this.args, { from: 'user' });
    } catch (error) {
      this.exitCode = this.reportFailure(error);
    }
    return this.exitCode;
  }

  /** Keeps commander from ending the process and from writing its own errors. */
  private silence(command: Command): void {
    command.exitOverride().configureOutput({
      writeOut: (text) => void this.process.stdout.write(text),
      writeErr: () => undefined,
    });
  }

  private async runAction(action: Action<unknown[]>, args: readonly unknown[]): Promise<void> {
    const endActions: (() => Promise<void>)[] = [];
    let settings: Settings | undefined;
    const cli: Cli = {
      out: new Output(this.process, this.isJson, showsColour(this.process.stdout, this.process.env)),
      settings: () => (settings ??= loadSettings({ ...this.process.env, ...operatorSettingIn(args) })),
      operator: (reason) => openServices(cli, reason),
      process: this.process,
      runAtEnd: (work) => void endActions.unshift(work),
      markFailed: () => (this.exitCode = 1),
    };
    try {
      await action(cli, ...ownArguments(args));
    } finally {
      for (const action of endActions) await action();
    }
  }

  private reportFailure(error: unknown): ExitCode {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    const { code, detail, exitCode, extraFields = {} } = failureOf(error);
    const text = redact(detail);
    this.process.stderr.write(
      `${this.isJson ? safeJson(redact(JSON.stringify({ error: code, detail: text, ...extraFields }))) : safeLine(`company-data: ${text}`)}\n`,
    );
    return exitCode;
  }
}

/** Opens the operator's services. Their code is loaded on first use, because it includes the stores. */
async function openServices(cli: Cli, reason?: string): Promise<OperatorServices> {
  const { openOperatorServices, withReason } = await import('../operator/operator.js');
  const settings = cli.settings();
  const context = { actor: operatorActor(settings.operator), requestId: `cli_${systemEntropy().ulid()}` };
  const operator = await openOperatorServices(settings, context);
  cli.runAtEnd(() => operator.close());
  return reason === undefined ? operator : withReason(operator, reason);
}

/** The codes of failures that the command did not cause, by the name of the error. */
const ERROR_CODES: Readonly<Record<string, string>> = {
  StoreUnavailableError: 'unavailable',
  ReadModelNotReadyError: 'unavailable',
  OtherVersionError: 'other_version',
  LaneStoppedError: 'lane_stopped',
};

interface Failure {
  readonly code: string;
  readonly detail: string;
  readonly exitCode: ExitCode;
  /** The fields that `--json` shows beside code and detail. */
  readonly extraFields?: object;
}

function failureOf(error: unknown): Failure {
  if (error instanceof CommanderError)
    return { code: 'wrong_use', detail: commanderDetail(error), exitCode: WRONG_USE };
  if (error instanceof WrongRequest)
    return { code: error.code, detail: withHint(error), exitCode: WRONG_USE, extraFields: error.data };
  if (error instanceof SettingsError)
    return { code: 'wrong_setting', detail: error.message, exitCode: WRONG_USE };
  if (error instanceof NotDone)
    return { code: error.code, detail: error.message, exitCode: 1, extraFields: error.data };
  const code = (error instanceof Error ? ERROR_CODES[error.name] : undefined) ?? 'error';
  return { code, detail: errorMessage(error), exitCode: 1 };
}

/** Sentences that name the command that lists the valid values, by the code of the refusal. */
const HINTS: Readonly<Record<string, string>> = {
  unknown_account: 'accounts list shows them.',
  unknown_key: "keys list --account ID shows an account's.",
};

function withHint({ code, message }: { readonly code: string; readonly message: string }): string {
  const hint = HINTS[code];
  return hint === undefined ? message : `${message.replace(/\.$/, ';')} ${hint}`;
}

/** Matches the text that commander puts before our sentence. Only the option's name in it is kept. */
const COMMANDER_PREFIX =
  /^(?:option '(--[a-z-]+)(?: [^']*)?' argument|command-argument value) '.*?' is invalid(?: for argument '[^']*')?\. /s;

const commanderDetail = (error: CommanderError): string =>
  error.code === 'commander.help'
    ? 'No command is named. --help lists the commands.'
    : error.message
        .replace(/^error: /, '')
        .replace(COMMANDER_PREFIX, (_, option?: string) => (option === undefined ? '' : `${option}: `))
        .replaceAll('\n', ' ');

/** Makes the program with all commands and options. @param run runs the actions; null: nothing runs */
export function programOf(
  groups: readonly CommandGroup[],
  version: string,
  run: RunAction | null = null,
): Command {
  const program = new CommandWithAction('company-data')
    .description(
      'Company data as blocks: the service, its register, its customers and the proof of their bills.',
    )
    .version(version, '--version', 'prints the version')
    // Each command reads its own options, also where the program has one of that name.
    .enablePositionalOptions();
  program.run = run;
  // ProgramCommand only adds types to commander's own methods, so this cast is safe.
  for (const group of groups) group(program as unknown as ProgramCommand);
  for (const command of everyCommand(program)) addCommonOptions(command);
  return program;
}

/** Yields a command and all commands below it. */
export function* everyCommand(command: Command): Generator<Command> {
  yield command;
  for (const child of command.commands) yield* everyCommand(child);
}

/** The arguments and options of the command itself. Commander passes its options and the command last. */
function ownArguments(args: readonly unknown[]): unknown[] {
  const { json: _json, operator: _operator, ...options } = args.at(-2) as Readonly<Record<string, unknown>>;
  return [...args.slice(0, -2), options];
}

/** Returns the setting that `--operator` gives, before or behind the words of the command. */
function operatorSettingIn(args: readonly unknown[]): { readonly OPERATOR?: string } {
  const command = args.at(-1);
  const operator: unknown = command instanceof Command ? command.optsWithGlobals()['operator'] : undefined;
  return typeof operator === 'string' ? { OPERATOR: operator } : {};
}

/** Commands that need no operator's name: the service and the customers' client. */
const COMMANDS_WITHOUT_OPERATOR: readonly string[] = ['serve', 'enrich'];

function addCommonOptions(command: Command): void {
  command.option('--json', 'JSON on stdout: one document, or one line per item of a list');
  if (!COMMANDS_WITHOUT_OPERATOR.includes(command.name()))
    command.option('--operator <name>', "the acting operator's name; default OPERATOR, else the system user");
  command.helpOption('--help', 'explains the command');
}
