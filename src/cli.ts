/** The operator's command line, and `enrich` for customers. */
import 'reflect-metadata';
import { loadGroups } from './cli/command-groups.js';
import { runProgram } from './run-program.js';

void runProgram(loadGroups);
