/** The folder of `test/http` that holds the specs of an operation, by the operation's id in the description. */
export const OPERATION_FOLDERS: Readonly<Record<string, string>> = {
  resolve: 'resolve',
  submitJob: 'submit',
  getJob: 'job',
  getResults: 'results',
  getErrors: 'errors',
  cancelJob: 'cancel',
  getUsage: 'usage',
  whoami: 'whoami',
  listBlocks: 'blocks',
  getDescription: 'openapi',
  getDescriptionAlias: 'openapi',
};

/** Holds a spec for each status that all operations share. */
export const EVERY_OPERATION_FOLDER = 'every-operation';
