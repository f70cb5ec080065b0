/** Which spec runs the commands of a page, or of one of its sections (`page#section`). */
export const RUN_BY: Readonly<Record<string, string>> = {
  'docs/api.md': 'test/docs/api-doc.spec.ts',
  'docs/billing.md': 'test/docs/pages/operator-pages.spec.ts',
  'docs/console.md': 'test/docs/pages/operator-pages.spec.ts',
  'docs/disputes.md': 'test/docs/disputes-doc.spec.ts',
  'docs/exports.md': 'test/docs/pages/operator-pages.spec.ts',
  'docs/operations.md': 'test/docs/pages/operator-pages.spec.ts',
  'docs/quick-start.md#Python': 'test/clients/python-client.spec.ts',
  'docs/quick-start.md#TypeScript': 'test/docs/pages/quick-start-doc.spec.ts',
  'docs/quick-start.md#curl': 'test/docs/pages/quick-start-doc.spec.ts',
  'docs/recipes.md': 'test/docs/pages/recipes-doc.spec.ts',
  'docs/sandbox.md': 'test/processes/sandbox.spec.ts',
  'docs/statements.md': 'test/docs/pages/operator-pages.spec.ts',
  'packages/witness/README.md': 'packages/witness/test/server.spec.ts',
  'README.md': 'test/docs/pages/readme-commands.spec.ts',
};
