/**
 * Lets plain node run TypeScript: the programs of the packages are run as they are written; what ships is built.
 */
const { existsSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join, resolve } = require('node:path');
const { transformFileSync } = require('@swc/core');

const configFile = join(__dirname, '../../.swcrc');

Module._extensions['.ts'] = (module, file) => {
  module._compile(transformFileSync(file, { configFile, sourceMaps: 'inline' }).code, file);
};

// Imports name what the compiler will make of a file.
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = function (request, parent, ...rest) {
  if (/^\.{1,2}\/.*\.js$/.test(request) && parent?.filename) {
    const source = resolve(dirname(parent.filename), request.replace(/\.js$/, '.ts'));
    if (existsSync(source)) return source;
  }
  return resolveFilename.call(this, request, parent, ...rest);
};
