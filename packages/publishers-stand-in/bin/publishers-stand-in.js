#!/usr/bin/env node
require('../../stand-in-process/typescript.cjs');
require('../src/main.ts');
