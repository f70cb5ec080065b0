/** What `init` is to do: its options, and where they are silent what is asked for. */
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import type { Contact } from '../../access/commands.js';
import type { Operator } from '../../operator/operator.js';
import { SYNCED_SOURCES } from '../../operator/register/sync/sync-register.js';
import { needsContact, missingContact } from '../../operator/setup/first-account.js';
import { sourceNamed, type SourceName } from '../../sources/index.js';
import { agesInForce } from '../../sources/kit/editions/register-status.js';
import * as words from '../arguments.js';
import type { Cli } from '../command-line.js';
import { sourceList } from '../register/sync-shown.js';
import { namedSetting } from './env-file.js';
import type { Questions } from './questions.js';

export interface InitOptions {
  email?: string;
  name?: string;
  dataDir?: string;
  load?: Load;
  yes?: boolean;
}

/** Sources whose published files are fetched. */
export type Load = readonly SourceName[] | 'all';

const NOTHING: Load = [];

export const loadList = (text: string): Load =>
  text.trim() === 'all' ? 'all' : text.trim() === 'none' ? NOTHING : sourceList(text);

export const sourcesOf = (load: Load): readonly SourceName[] => (load === 'all' ? SYNCED_SOURCES : load);

/** Of an hour, and for everybody: filed accounts take ten times as long. */
const USUAL = 'companies,psc,postcodes,pay_gap,entity_ids';

const CAN_BE_FETCHED = SYNCED_SOURCES.filter((name) => {
  const { finder } = sourceNamed(name);
  return finder !== undefined && !('not_published' in finder);
});

export const hasCompanies = (dataDir: string): boolean =>
  agesInForce(dataDir).some(({ source }) => source === 'companies');

export interface Wishes {
  /** Absolute; left out: settings name it already, or nobody does. */
  readonly dataDir?: string;
  readonly load: Load;
}

export async function wishesOf(
  { process }: Pick<Cli, 'process'>,
  given: InitOptions,
  questions: Questions | null,
): Promise<Wishes> {
  const named = namedSetting('DATA_DIR', process.env);
  const asked = named === undefined ? questions : null;
  const dataDir = given.dataDir ?? (await asked?.ask({ ...WHERE, enter: resolve('data') }));
  const place = resolve(dataDir ?? named ?? 'data');
  const load =
    given.load ?? (await questions?.ask({ ...WHAT, enter: hasCompanies(place) ? 'none' : USUAL })) ?? NOTHING;
  return { ...(dataDir !== undefined && { dataDir: place }), load };
}

const WHERE = { words: 'Where is everything kept?', read: words.sentence };

const WHAT = {
  words: `What is fetched and put in force: all, none, or of ${CAN_BE_FETCHED.join(', ')}?`,
  read: loadList,
};

/** Of the first account; null: there is one. @throws WrongRequest where there is none, and nobody says whose it is */
export async function contactOf(
  operator: Operator,
  given: Pick<InitOptions, 'email' | 'name'>,
  questions: Questions | null,
): Promise<Contact | null> {
  if (!(await needsContact(operator))) return null;
  const user = operator.settings.operator;
  const name = given.name ?? (await questions?.ask({ ...CALLED, enter: user }));
  const enter = user.includes('@') ? user : `${user}@${hostname()}`;
  const email = given.email ?? (await questions?.ask({ ...REACHED, enter }));
  if (name === undefined || email === undefined) throw missingContact();
  return { name, email };
}

const CALLED = { words: 'What is the first account called?', read: words.sentence };
const REACHED = { words: 'By which e-mail address is it reached?', read: words.email };
