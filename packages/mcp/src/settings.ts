/** Settings: flags, then the environment, then what is written here. A wrong one stops the start. */
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SPANS, type Cap, type Caps, type Span } from './spending/caps.js';
import { decimalOf, ZERO, isMore, type Decimal } from './spending/decimal.js';

export class WrongSetting extends Error {}

export interface HttpSettings {
  readonly host: string;
  readonly port: number;
  /** Names of hosts by which it is called, beside its own and those of this machine. */
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** Null: none is asked for, which only an address of this machine may. */
  readonly secret: string | null;
}

export interface CustomerSettings {
  readonly url: string;
  readonly key: string;
  readonly caps: Caps;
  readonly askAbove: Cap;
  readonly repeat: 'day' | 'session';
  readonly stateFolder: string;
}

export interface OperatorSettings {
  /** The program whose queries are run. */
  readonly program: string;
  /** Where evidence is written. */
  readonly stateFolder: string;
}

export interface Settings {
  /** Null: stdio. */
  readonly http: HttpSettings | null;
  readonly serves:
    | { readonly who: 'customer'; readonly settings: CustomerSettings }
    | { readonly who: 'operator'; readonly settings: OperatorSettings };
}

export const USAGE = `company-data-mcp [--http] [--operator] [flags]

The key is COMPANY_DATA_KEY, or in the file that --key-file names. Each flag --a-b is also COMPANY_DATA_MCP_A_B.

  --url URL                      of the service (COMPANY_DATA_URL)
  --max-units-per-call N         100    --max-amount-per-call N.NN      none
  --max-units-per-session N      500    --max-amount-per-session N.NN   none
  --max-units-per-day N          1000   --max-amount-per-day N.NN       none
  --ask-above-units N            50     --ask-above-amount N.NN         none
  --repeat day|session           how long the same call is free; day
  --state-folder FOLDER          where what was spent is recorded; ~/.local/state/company-data-mcp
  --http --host H --port P       streamable HTTP at 127.0.0.1:7390 instead of stdio
  --allow-host NAME,...          names by which it may be called over HTTP
  --allow-origin HOST,...        hosts whose pages may call it over HTTP
  --secret-file FILE             the bearer secret (COMPANY_DATA_MCP_SECRET)
  --operator                     queries of support and billing instead; never with a key
  --company-data PROGRAM         the command line that they run; company-data
"none" takes a cap away.
`;

const TEXT = { type: 'string' } as const;
const FLAG = { type: 'boolean' } as const;
const perSpan = (span: Span): [units: string, amount: string] => [
  `max-units-per-${span}`,
  `max-amount-per-${span}`,
];
const NAMES = [
  ...['url', 'key-file', 'ask-above-units', 'ask-above-amount', 'repeat', 'state-folder', 'host', 'port'],
  ...['allow-host', 'allow-origin', 'secret-file', 'company-data', ...SPANS.flatMap(perSpan)],
];
const OPTIONS = {
  ...Object.fromEntries(NAMES.map((name) => [name, TEXT])),
  ...{ http: FLAG, operator: FLAG, help: FLAG, version: FLAG },
};

type Env = Readonly<Record<string, string | undefined>>;
type Read = (name: string) => string | undefined;

/** @returns what is asked for in place of serving. @throws WrongSetting */
export function settingsOf(words: readonly string[], env: Env): Settings | 'help' | 'version' {
  const flags = flagsIn(words);
  if (flags['help'] === true) return 'help';
  if (flags['version'] === true) return 'version';
  const read: Read = (name) => {
    const flag = flags[name];
    const text =
      typeof flag === 'string' ? flag : env[`COMPANY_DATA_MCP_${name.toUpperCase().replaceAll('-', '_')}`];
    return text?.trim() === '' ? undefined : text?.trim();
  };
  const isOperator = flags['operator'] === true;
  const key = secretOf(read('key-file'), env['COMPANY_DATA_KEY']);
  if (isOperator && key !== null)
    throw new WrongSetting(
      "--operator is never served beside a customer's key: take COMPANY_DATA_KEY and --key-file away.",
    );
  const serves: Settings['serves'] = isOperator
    ? {
        who: 'operator',
        settings: { program: read('company-data') ?? 'company-data', stateFolder: folderOf(read, env) },
      }
    : { who: 'customer', settings: customerOf(read, env, key) };
  return { http: flags['http'] === true ? httpOf(read, env, isOperator) : null, serves };
}

function flagsIn(words: readonly string[]): Readonly<Record<string, unknown>> {
  try {
    return parseArgs({ args: [...words], options: OPTIONS, allowPositionals: false }).values;
  } catch (error) {
    throw new WrongSetting(error instanceof Error ? error.message : String(error));
  }
}

function secretOf(file: string | undefined, text: string | undefined): string | null {
  const found = (file === undefined ? (text ?? '') : readFileSync(file, 'utf8')).trim();
  return found === '' ? null : found;
}

const folderOf = (read: Read, env: Env): string =>
  read('state-folder') ?? join(env['XDG_STATE_HOME'] ?? join(homedir(), '.local/state'), 'company-data-mcp');

function customerOf(read: Read, env: Env, key: string | null): CustomerSettings {
  const url = read('url') ?? env['COMPANY_DATA_URL'];
  if (url === undefined || !URL.canParse(url))
    throw new WrongSetting('COMPANY_DATA_URL (--url) is not the address of the service.');
  if (key === null)
    throw new WrongSetting('COMPANY_DATA_KEY is missing, and --key-file names no file with it.');
  const repeat = read('repeat') ?? 'day';
  if (repeat !== 'day' && repeat !== 'session') throw new WrongSetting('--repeat is day or session.');
  const cap = (span: Span): Cap => capOf(read, ...perSpan(span), UNITS[span]);
  return {
    // As the client has it: other spellings of one address have one record.
    url: new URL(url).href.replace(/\/+$/, '').replace(/\/v1$/, ''),
    ...{ key, repeat, stateFolder: folderOf(read, env) },
    caps: { call: cap('call'), session: cap('session'), day: cap('day') },
    askAbove: capOf(read, 'ask-above-units', 'ask-above-amount', ASKED_UNITS),
  };
}

const UNITS: Readonly<Record<Span, number>> = { call: 100, session: 500, day: 1_000 };
const ASKED_UNITS = 50;

function capOf(read: Read, units: string, amount: string, usual: number): Cap {
  return {
    units: unitsOf(units, read(units) ?? String(usual)),
    amount: amountIn(amount, read(amount) ?? 'none'),
  };
}

function unitsOf(name: string, text: string): number | null {
  if (text === 'none') return null;
  if (!/^\d{1,12}$/.test(text)) throw new WrongSetting(`--${name} is a whole number or none, not "${text}".`);
  return Number(text);
}

function amountIn(name: string, text: string): Decimal | null {
  if (text === 'none') return null;
  const amount = decimalOf(text);
  if (amount === null || isMore(ZERO, amount))
    throw new WrongSetting(`--${name} is an amount such as 2.50, or none, not "${text}".`);
  return amount;
}

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];
const LEAST_SECRET = 16;
const MAX_PORT = 65_535;

function httpOf(read: Read, env: Env, isOperator: boolean): HttpSettings {
  const host = read('host') ?? '127.0.0.1';
  const port = unitsOf('port', read('port') ?? '7390') ?? NaN;
  if (!(port <= MAX_PORT)) throw new WrongSetting('--port is no port.');
  const secret = secretOf(read('secret-file'), env['COMPANY_DATA_MCP_SECRET']);
  if (secret === null && (isOperator || !LOOPBACK.includes(host)))
    throw new WrongSetting(
      'COMPANY_DATA_MCP_SECRET (--secret-file) is needed: others than the user of this machine may reach it.',
    );
  if (secret !== null && secret.length < LEAST_SECRET)
    throw new WrongSetting(`The bearer secret has fewer than ${LEAST_SECRET} characters.`);
  const list = (name: string): string[] => (read(name) ?? '').split(/[\s,]+/).filter((part) => part !== '');
  return { host, port, allowedHosts: list('allow-host'), allowedOrigins: list('allow-origin'), secret };
}
