/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  roots: ['<rootDir>/src', '<rootDir>/projections', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: { '^.+\\.ts$': ['@swc/jest'] },
  coverageProvider: 'v8',
  maxWorkers: 2,
  // No test asserts on wall time; a busy machine must not fail one either.
  testTimeout: process.env.TEST_LONG === undefined ? 120_000 : 3_600_000,
  reporters: [
    'default',
    '<rootDir>/test/support/summary-reporter.js',
    '<rootDir>/test/support/proofs/proofs-reporter.js',
  ],
};
