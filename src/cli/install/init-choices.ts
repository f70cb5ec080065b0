/** Reads what `init` should do: from its options and, where those are missing, from a user's answers. */
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { Contact } from '../../access/commands.js';
import type { OperatorServices } from '../../operator/operator.js';
import {
  EditionFiles,
  Register,
  type SourceName,
  sourceNamed,
} from '../../../packages/enrichment/src/index.js';
import { needsContact, missingContactError } from '../../operator/setup/first-account.js';
import * as args from '../arguments.js';
import type { Cli } from '../command-line.js';
import { asSources } from '../register/sync-progress.js';
import { readSetting } from './env-file.js';
import type { Questions } from './questions.js';

interface InitOptions {
  readonly email?: string;
  readonly name?: string;
  readonly dataDir?: string;
  readonly load?: SourceChoice;
}

/** The sources whose published files are fetched. */
export type SourceChoice = readonly SourceName[] | 'all';

const NO_SOURCES: SourceChoice = [];

export const asSourceChoice = (text: string): SourceChoice =>
  text.trim() === 'all' ? 'all' : text.trim() === 'none' ? NO_SOURCES : asSources(text);

export const sourcesOf = (choice: SourceChoice): readonly SourceName[] =>
  choice === 'all' ? Register.SYNCED_SOURCES : choice;

/** Sources that take about an hour and that everybody needs. Filed accounts take ten times as long. */
const DEFAULT_SOURCES = 'companies,psc,postcodes,pay_gap,entity_ids';

const FETCHABLE_SOURCES = Register.SYNCED_SOURCES.filter((name) => {
  const { finder } = sourceNamed(name);
  return finder !== undefined && !('not_published' in finder);
});

export const hasCompanies = (dataDir: string): boolean =>
  EditionFiles.agesInForce(dataDir).some(({ source }) => source === 'companies');

export interface InitChoices {
  /** Absolute path; absent if the settings name it, or if nobody named one. */
  readonly dataDir?: string;
  readonly sourceChoice: SourceChoice;
}

export async function readChoices(
  { process }: Pick<Cli, 'process'>,
  options: InitOptions,
  questions: Questions | null,
): Promise<InitChoices> {
  const dataDirSetting = readSetting('DATA_DIR', process.env);
  const folderQuestions = dataDirSetting === undefined ? questions : null;
  const dataDir =
    options.dataDir ??
    (await folderQuestions?.ask({
      text: 'Which folder should hold all data?',
      parse: args.asSentence,
      defaultAnswer: resolve('data'),
    }));
  const folder = resolve(dataDir ?? dataDirSetting ?? 'data');
  const sourceChoice =
    options.load ??
    (await questions?.ask({
      text: `Which sources should be loaded: all, none, or some of ${FETCHABLE_SOURCES.join(', ')}?`,
      parse: asSourceChoice,
      defaultAnswer: hasCompanies(folder) ? 'none' : DEFAULT_SOURCES,
    })) ??
    NO_SOURCES;
  return { ...(dataDir !== undefined && { dataDir: folder }), sourceChoice };
}

/** Reads the contact of the first account; null: an account exists. @throws WrongRequest without a contact */
export async function readFirstContact(
  operator: OperatorServices,
  options: Pick<InitOptions, 'email' | 'name'>,
  questions: Questions | null,
): Promise<Contact | null> {
  if (!(await needsContact(operator))) return null;
  const user = operator.settings.operator;
  const askName = { text: 'What is the name of the first account?', parse: args.asSentence };
  const name = options.name ?? (await questions?.ask({ ...askName, defaultAnswer: user }));
  const defaultEmail = user.includes('@') ? user : `${user}@${hostname()}`;
  const askEmail = { text: 'What is its e-mail address?', parse: args.asEmail };
  const email = options.email ?? (await questions?.ask({ ...askEmail, defaultAnswer: defaultEmail }));
  if (name === undefined || email === undefined) throw missingContactError();
  return { name, email };
}
