/**
 * Makes one commit to read models in MongoDB, of a document that counts it. Arguments: MONGODB_URL, the collection, the
 * checkpoint, where it stands (empty: nowhere yet), where it is to stand.
 */
const { openMongoDb } = require('../../../dist/packages/platform/src/mongodb/open-mongodb.js');

async function main([url, collection, name, expected, next]) {
  const { readModels } = await openMongoDb({ url });
  const document = { fields: { to: next } };
  const put = { op: 'put', collection, key: 'last', document };
  await readModels.commit([put], { name, expected: expected || null, next });
}

void main(process.argv.slice(2));
