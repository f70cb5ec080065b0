import { LineOrder, type OrderFinding } from './line-order.js';

/** What is found in a statement of six lines, which name these places. */
function found(named: readonly number[]): readonly OrderFinding[] {
  const order = new LineOrder();
  named.forEach((place, index) => order.addLine(index + 2, place - index));
  order.end(6 - named.length);
  return order.findings;
}
const dropped = (line: number, missing = 1): OrderFinding => ({ line, code: 'dropped', missing });
const added = (line: number, belongs: number): OrderFinding => ({ line, code: 'added', belongs });
const moved = (line: number, belongs: number): OrderFinding => ({ line, code: 'reordered', belongs });

it.each<[string, readonly number[], readonly OrderFinding[]]>([
  ['all as they were', [0, 1, 2, 3, 4, 5], []],
  ['the first gone', [1, 2, 3, 4, 5], [dropped(2)]],
  ['one gone', [0, 1, 3, 4, 5], [dropped(4)]],
  ['the last but one gone', [0, 1, 2, 3, 5], [dropped(6)]],
  ['the last gone, which the tree shows', [0, 1, 2, 3, 4], []],
  ['two gone', [0, 3, 4, 5], [dropped(3, 2)]],
  ['two gone apart', [0, 2, 3, 5], [dropped(3), dropped(5)]],
  ['one twice', [0, 1, 1, 2, 3, 4, 5], [added(4, 3)]],
  ['the last twice', [0, 1, 2, 3, 4, 5, 5], [added(8, 7)]],
  ['one again further down', [0, 1, 2, 3, 0, 4, 5], [added(6, 2)]],
  ['one again further up', [0, 4, 1, 2, 3, 4, 5], [added(3, 6)]],
  ['two again', [0, 1, 2, 1, 2, 3, 4, 5], [added(5, 3), added(6, 4)]],
  ['neighbours swapped', [0, 2, 1, 3, 4, 5], [moved(3, 4), moved(4, 3)]],
  ['two swapped', [0, 4, 2, 3, 1, 5], [moved(3, 6), moved(6, 3)]],
  ['the first and the last swapped', [5, 1, 2, 3, 4, 0], [moved(2, 7), moved(7, 2)]],
  ['one gone, then one twice', [0, 2, 3, 3, 4, 5], [dropped(3), added(5, 5)]],
  ['one twice, then one gone', [0, 1, 1, 2, 4, 5], [added(4, 3), dropped(6)]],
])('the order of lines with %s', (_what, named, findings) => expect(found(named)).toEqual(findings));
