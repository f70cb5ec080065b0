/** The operator's command line, and `enrich` for customers. */
import 'reflect-metadata';
import { groupsFor } from './cli/command-groups.js';
import { runProgram } from './run-program.js';

void runProgram(groupsFor);
