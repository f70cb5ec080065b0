/** Every fact is written by a command: what stands in the two lists of commands is what handlers answer, no more, no less. */
import 'reflect-metadata';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Type } from '@nestjs/common';
import { Command, CommandHandler } from '@nestjs/cqrs';
import { AccessModule } from '../../src/access/access.module.js';
import * as access from '../../src/access/commands.js';
import { AdjustmentsModule } from '../../src/operator/adjustments/adjustments.module.js';
import * as adjustments from '../../src/operator/adjustments/commands.js';
import * as jobs from '../../src/jobs/commands.js';
import { JobCommandsModule } from '../../src/jobs/job-commands.module.js';
import * as statements from '../../src/operator/statements/commands.js';
import { StatementsModule } from '../../src/operator/statements/statements.module.js';
import * as pricelists from '../../src/operator/pricelists/commands.js';
import { PriceListsModule } from '../../src/operator/pricelists/pricelists.module.js';
import * as support from '../../src/operator/support/commands.js';
import * as maintenance from '../../src/operator/maintenance/commands.js';
import { MaintenanceModule } from '../../src/operator/maintenance/maintenance.module.js';
import * as operators from '../../src/operator/staff/commands.js';
import { OperatorsModule } from '../../src/operator/staff/operators.module.js';
import * as suppressions from '../../src/operator/suppressions/commands.js';
import { SuppressionsModule } from '../../src/operator/suppressions/suppressions.module.js';
import { SupportModule } from '../../src/operator/support/support.module.js';
import { WorkerModule } from '../../src/jobs/worker/worker.module.js';

const ROOT = path.resolve(__dirname, '../..');

const commandsIn = (file: object): Type[] =>
  Object.values(file).filter((value): value is Type => Object.prototype.isPrototypeOf.call(Command, value));

/** The key under which `@CommandHandler` keeps the command, which Nest keeps to itself. */
function handledKey(): unknown {
  class Asked extends Command<void> {}
  class Handler {}
  CommandHandler(Asked)(Handler);
  return Reflect.getMetadataKeys(Handler).find((key) => Reflect.getMetadata(key, Handler) === Asked);
}
const HANDLED = handledKey();

/** `@Module` keeps each list under its name. */
const classesIn = (module: Type, key: 'imports' | 'providers'): Type[] =>
  ((Reflect.getMetadata(key, module) ?? []) as unknown[]).filter(
    (provider): provider is Type => typeof provider === 'function',
  );

/** What the handlers of a module, and of those that it imports, answer. */
const answeredBy = (module: Type): Type[] => [
  ...classesIn(module, 'providers').flatMap((provider) => {
    const command = Reflect.getMetadata(HANDLED, provider) as Type | undefined;
    return command === undefined ? [] : [command];
  }),
  ...classesIn(module, 'imports').flatMap(answeredBy),
];

const namesOf = (commands: readonly Type[]): string[] => commands.map(({ name }) => name).sort();

const SOURCES = readdirSync(path.join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.startsWith('platform/'),
);
const textOf = (file: string): string => readFileSync(path.join(ROOT, 'src', file), 'utf8');

describe('commands', () => {
  it.each([
    ['access', access, AccessModule],
    ['adjustments', adjustments, AdjustmentsModule],
    ['jobs', jobs, JobCommandsModule],
    ['support', support, SupportModule],
    ['maintenance', maintenance, MaintenanceModule],
    ['statements', statements, StatementsModule],
    ['operators', operators, OperatorsModule],
    ['price lists', pricelists, PriceListsModule],
    ['suppressions', suppressions, SuppressionsModule],
    ['jobs, in a worker', jobs, WorkerModule],
  ] as const)('of %s have one handler each', (_name, file, module) => {
    expect(namesOf(answeredBy(module))).toEqual(namesOf(commandsIn(file)));
  });

  it('are handled in files that say so by their name', () => {
    const handling = SOURCES.filter((file) =>
      /@CommandHandler\(|\b(handledBy|streamModule)\(/.test(textOf(file)),
    );
    expect(handling.filter((file) => !/\.(handler|module)\.ts$/.test(file))).toEqual([]);
  });

  it('are written down in the files that are looked at here, and nowhere else', () => {
    const listed = SOURCES.filter((file) => /\bextends (Command|BaseCommand)</.test(textOf(file)));
    expect(listed.sort()).toEqual(
      [
        'access',
        'jobs',
        ...['adjustments', 'maintenance', 'pricelists', 'staff', 'statements', 'support', 'suppressions'].map(
          (subject) => `operator/${subject}`,
        ),
      ]
        .map((folder) => `${folder}/commands.ts`)
        .concat('operator/base-command.ts')
        .sort(),
    );
  });

  it('reach the log through the repository; three files delete streams or bring a log in', () => {
    const touching = SOURCES.filter((file) =>
      /\.deleteStream\(|\b(store|events|eventStore|log)\.append\(|\bappendSurely\(/.test(textOf(file)),
    );
    expect(touching.sort()).toEqual([
      'access/account.store.ts',
      'jobs/retention/data-deletion.ts',
      'streams/stream-repository.ts',
      'transfer/import-log.ts',
    ]);
  });
});
