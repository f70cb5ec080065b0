/** Every command that the stand-in knows. */
import { aggregateCommand, countCommand, distinctCommand } from './aggregate.command.js';
import {
  createCommand,
  createIndexesCommand,
  dropCommand,
  dropDatabaseCommand,
  dropIndexesCommand,
  listCollectionsCommand,
  listDatabasesCommand,
  listIndexesCommand,
  shardCollectionCommand,
} from './catalogue.commands.js';
import type { Command } from './command.js';
import { deleteCommand } from './delete.command.js';
import { findAndModifyCommand } from './find-and-modify.command.js';
import { explainCommand, findCommand, getMoreCommand, killCursorsCommand } from './find.command.js';
import { insertCommand } from './insert.command.js';
import {
  buildInfoCommand,
  configureFailPointCommand,
  getParameterCommand,
  pingCommand,
} from './server.commands.js';
import {
  abortTransactionCommand,
  commitTransactionCommand,
  endSessionsCommand,
  killSessionsCommand,
} from './transaction.commands.js';
import { updateCommand } from './update.command.js';

export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['insert', insertCommand],
  ['update', updateCommand],
  ['delete', deleteCommand],
  ['findAndModify', findAndModifyCommand],
  ['findandmodify', findAndModifyCommand],
  ['find', findCommand],
  ['explain', explainCommand],
  ['getMore', getMoreCommand],
  ['killCursors', killCursorsCommand],
  ['aggregate', aggregateCommand],
  ['count', countCommand],
  ['distinct', distinctCommand],
  ['commitTransaction', commitTransactionCommand],
  ['abortTransaction', abortTransactionCommand],
  ['endSessions', endSessionsCommand],
  ['killSessions', killSessionsCommand],
  ['create', createCommand],
  ['createIndexes', createIndexesCommand],
  ['listIndexes', listIndexesCommand],
  ['shardCollection', shardCollectionCommand],
  ['dropIndexes', dropIndexesCommand],
  ['drop', dropCommand],
  ['dropDatabase', dropDatabaseCommand],
  ['listCollections', listCollectionsCommand],
  ['listDatabases', listDatabasesCommand],
  ['ping', pingCommand],
  ['buildInfo', buildInfoCommand],
  ['buildinfo', buildInfoCommand],
  ['getParameter', getParameterCommand],
  ['configureFailPoint', configureFailPointCommand],
]);
