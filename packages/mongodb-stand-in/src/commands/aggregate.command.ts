/** `aggregate`, `count` and `distinct`: by mingo, what comes first of a pipeline by way of an index. */
import { Aggregator, Context } from 'mingo';
import * as accumulators from 'mingo/operators/accumulator';
import * as expressions from 'mingo/operators/expression';
import * as stages from 'mingo/operators/pipeline';
import { serialize } from 'bson';
import { equalValues, keyString } from '../bson/key-string.js';
import { isDoc, type Doc } from '../bson/values.js';
import { badValue, ServerError } from '../errors.js';
import { QUERY_OPERATORS } from '../query/filter.js';
import { find } from '../query/find.js';
import { leavesAt } from '../query/paths.js';
import { countField, docField, namespaceOf, ok, type Call, type Command } from './command.js';
import { batchSizeOf, mapped, ownership, readable } from './find.command.js';

const { $match, $count, $group, $sort, $skip, $limit, $project, $unwind, $addFields, $set, $unset } = stages;
const STAGES = { $match, $count, $group, $sort, $skip, $limit, $project, $unwind, $addFields, $set, $unset };

const CONTEXT = Context.init()
  .addQueryOps(QUERY_OPERATORS)
  .addPipelineOps(STAGES)
  .addExpressionOps(expressions)
  .addAccumulatorOps(accumulators);

export const aggregateCommand: Command = {
  fields: ['aggregate', 'pipeline', 'cursor', 'hint', 'allowDiskUse'],
  access: 'read',
  inTransactions: true,
  run: (call) => {
    const { body, server } = call;
    const namespace = namespaceOf(call);
    const pipeline = stagesOf(call);
    if (!isDoc(body.cursor)) {
      throw new ServerError(
        9,
        "The 'cursor' option is required, except for aggregate with the explain argument",
      );
    }
    const { collection, snapshot } = readable(call, namespace);
    const first = pipeline[0]?.$match;
    const filter = isDoc(first) ? first : {};
    const found = mapped(find(collection, { filter, hint: body.hint }), ([, { view }]) => view);
    const results = run(found, isDoc(first) ? pipeline.slice(1) : pipeline);
    const documents = mapped(results, (document) => serialize(document));
    const size = batchSizeOf({ ...call, body: body.cursor });
    return server.cursors.first({ ...ownership(call, namespace, snapshot), documents }, size);
  },
};

function stagesOf(call: Call): readonly Doc[] {
  const { pipeline } = call.body;
  if (!Array.isArray(pipeline)) throw new ServerError(14, "'pipeline' option must be specified as an array");
  return (pipeline as unknown[]).map((stage) => {
    const [name, ...more] = isDoc(stage) ? Object.keys(stage) : [];
    if (!isDoc(stage) || name === undefined || more.length > 0) {
      throw new ServerError(40323, 'A pipeline stage specification object must contain exactly one field.');
    }
    if (!(name in STAGES)) {
      call.server.unknownCall(`aggregate with ${name}`);
      throw new ServerError(40324, `Unrecognized pipeline stage name: '${name}'`);
    }
    return stage;
  });
}

/** `countDocuments` is this, and need not see any document twice. */
function isCount([stage, ...more]: readonly Doc[]): boolean {
  return more.length === 0 && equalValues(stage, { $group: { _id: 1, n: { $sum: 1 } } });
}

function run(found: Iterable<Doc>, pipeline: readonly Doc[]): Iterable<Doc> {
  if (isCount(pipeline)) {
    let n = 0;
    for (const _ of found) n += 1;
    return n === 0 ? [] : [{ _id: 1, n }];
  }
  if (pipeline.length === 0) return found;
  try {
    return new Aggregator([...pipeline], { context: CONTEXT }).run<Doc>([...found]);
  } catch (error) {
    if (error instanceof ServerError) throw error;
    throw badValue(error instanceof Error ? error.message : String(error));
  }
}

export const countCommand: Command = {
  fields: ['count', 'query', 'limit', 'skip', 'hint'],
  access: 'read',
  run: (call) => {
    const { body } = call;
    const { collection } = readable(call, namespaceOf(call));
    const filter = docField(body, 'query');
    const [skip, limit] = [countField(body, 'skip'), countField(body, 'limit')];
    if (Object.keys(filter).length === 0 && skip === 0 && limit === 0)
      return ok({ n: collection?.size ?? 0 });
    let n = 0;
    for (const _ of find(collection, { filter, hint: body.hint, skip, limit })) n += 1;
    return ok({ n });
  },
};

export const distinctCommand: Command = {
  fields: ['distinct', 'key', 'query', 'hint'],
  access: 'read',
  inTransactions: true,
  run: (call) => {
    const { body } = call;
    const { key } = body;
    if (typeof key !== 'string') throw new ServerError(14, "BSON field 'distinct.key' is the wrong type");
    const { collection, snapshot } = readable(call, namespaceOf(call));
    const values = new Map<string, unknown>();
    for (const [, { view }] of find(collection, { filter: docField(body, 'query'), hint: body.hint })) {
      for (const leaf of leavesAt(view, key.split('.'))) {
        for (const value of Array.isArray(leaf) ? (leaf as unknown[]) : [leaf]) {
          if (value !== undefined) values.set(keyString(value), value);
        }
      }
    }
    return ok({
      values: [...values.values()],
      ...(snapshot !== undefined && { atClusterTime: snapshot.at }),
    });
  },
};
