/** Loaded into a service before it starts (`--require`): a file over its limit is an error of the disk, not the end. */
process.on('SIGXFSZ', () => undefined);
