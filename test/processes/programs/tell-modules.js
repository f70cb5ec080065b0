'use strict';
/** Loaded before the service: each of its threads leaves a file with the modules that it had loaded when it ended. */
const { writeFileSync } = require('node:fs');
const { Module } = require('node:module');
const { join } = require('node:path');
const { threadId } = require('node:worker_threads');

process.on('exit', () => {
  const file = join(process.env.TELL_MODULES_TO, `${process.pid}-${threadId}.txt`);
  writeFileSync(file, Object.keys(Module._cache).join('\n'));
});
