/**
 * Lets plain node run TypeScript: the programs of the packages are run as they are written; what ships is built.
 */
const { existsSync, readFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join, resolve } = require('node:path');
const { transformSync } = require('@swc/core');

const configFile = join(__dirname, '../../.swcrc');

// Read here: `transformFileSync` of swc 1 can wait for a lock for ever, depending on the file's path.
Module._extensions['.ts'] = (module, file) => {
  module._compile(
    transformSync(readFileSync(file, 'utf8'), { filename: file, configFile, sourceMaps: 'inline' }).code,
    file,
  );
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
