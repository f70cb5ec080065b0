/** Before every suite of the project `stand-ins`: see `stores-under-test.ts`. */
process.env.TEST_STORES = 'stand-ins';
