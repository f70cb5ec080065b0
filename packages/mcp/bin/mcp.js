#!/usr/bin/env node
/** Runs the program as it is written, in a checkout, or as `npm pack` built it. */
const { existsSync } = require('node:fs');
const isCheckout = existsSync(`${__dirname}/../src`);
if (isCheckout) require('../../stand-in-process/typescript.cjs');
require(isCheckout ? '../src/main.ts' : '../dist/main.js');
