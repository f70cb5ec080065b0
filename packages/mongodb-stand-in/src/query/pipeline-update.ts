/**
 * Updates by aggregation pipeline, by mingo's expressions. All of one document's stages see the same `$$NOW`.
 * Numbers become what JavaScript's are written as.
 */
import { deserialize, serialize } from 'bson';
import { Aggregator, Context } from 'mingo';
import * as accumulators from 'mingo/operators/accumulator';
import * as expressions from 'mingo/operators/expression';
import { $addFields, $project, $replaceRoot, $replaceWith, $set, $unset } from 'mingo/operators/pipeline';
import { equalValues } from '../bson/key-string.js';
import { isDoc, readPlain, type Doc } from '../bson/values.js';
import { badValue, ServerError } from '../errors.js';

const STAGES = { $addFields, $project, $replaceRoot, $replaceWith, $set, $unset };

const CONTEXT = Context.init()
  .addPipelineOps(STAGES)
  .addExpressionOps(expressions)
  .addAccumulatorOps(accumulators);

/** @throws ServerError where it is none, or the stand-in doesn't know it */
export function pipelineUpdate(exact: readonly unknown[]): (document: Uint8Array) => Uint8Array {
  const { pipeline } = readPlain(serialize({ pipeline: exact })) as { readonly pipeline: readonly unknown[] };
  const stages = pipeline.map(checkStage);
  return (document) => {
    const before = deserialize(document, { promoteLongs: true, promoteBuffers: false });
    const after = { _id: before._id as unknown, ...run(before, stages) };
    if ('_id' in before && !equalValues(before._id, after._id)) {
      throw new ServerError(
        66,
        "Performing an update on the path '_id' would modify the immutable field '_id'",
      );
    }
    return serialize(after);
  };
}

function checkStage(stage: unknown): Doc {
  const [name, ...more] = isDoc(stage) ? Object.keys(stage) : [];
  if (!isDoc(stage) || name === undefined || more.length > 0) {
    throw new ServerError(40323, 'A pipeline stage specification object must contain exactly one field.');
  }
  if (!(name in STAGES)) throw new ServerError(238, `updates with ${name} are unknown to the stand-in`);
  return stage;
}

function run(before: Doc, stages: readonly Doc[]): Doc {
  try {
    const now = new Date();
    const timed = stages.map((stage) => atTime(stage, now) as Doc);
    const [after = before] = new Aggregator(timed, { context: CONTEXT }).run<Doc>([before]);
    return after;
  } catch (error) {
    throw badValue(error instanceof Error ? error.message : String(error));
  }
}

/** For mingo each look at the clock is another. */
function atTime(expression: unknown, now: Date): unknown {
  if (expression === '$$NOW') return now;
  if (Array.isArray(expression)) return expression.map((part) => atTime(part, now));
  if (!isDoc(expression) || '$literal' in expression) return expression;
  return Object.fromEntries(Object.entries(expression).map(([name, part]) => [name, atTime(part, now)]));
}
