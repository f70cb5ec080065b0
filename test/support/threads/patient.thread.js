/** A service by promises for the tests of hosting: holds calls until told, and can fail in every way. */
const { existsSync } = require('node:fs');
const { servePatiently } = require('../../../dist/packages/platform/src/threads/serve.js');

servePatiently(async ({ refuseWhile }) => {
  if (refuseWhile !== undefined && existsSync(refuseWhile)) throw new TypeError('not today');
  const held = [];
  let underWay = 0;
  const methods = {
    echo: (value) => value,
    // Held until `release`.
    hold: async (value) => {
      await new Promise((resolve) => held.push(resolve));
      return value;
    },
    release: () => held.splice(0).forEach((resolve) => resolve()),
    // How many calls of it were under way when it began, itself included.
    crowd: async () => {
      const crowd = ++underWay;
      await new Promise(setImmediate);
      underWay -= 1;
      return crowd;
    },
    fail: (message) => {
      throw new RangeError(message);
    },
    exit: (code) => process.exit(code),
  };
  return {
    atOnce: 3,
    run: async (method, argument) => methods[method](argument),
    close: async () => undefined,
  };
});
