import { Module, type OnModuleDestroy, type Type } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { CONTEXT, operatorWorld } from '../../test/support/worlds/operator-world.js';
import { forEachTest } from '../../test/support/worlds/for-each-test.js';
import { openOperatorServices } from './operator.js';

const world = forEachTest(operatorWorld);

/** A module without commands. @param mayOpen asked at each opening; its bus fails where it says false */
function moduleNamed(name: string, closed: string[], mayOpen = () => true): Type {
  class Handlers implements OnModuleDestroy {
    constructor() {
      if (!mayOpen()) throw new Error(`${name} can't be opened`);
    }
    onModuleDestroy(): void {
      closed.push(name);
    }
  }
  Module({ imports: [CqrsModule] })(Handlers);
  return Handlers;
}

describe('an operator', () => {
  it('opens the bus of a module once, and closes the last opened first', async () => {
    const closed: string[] = [];
    const [first, second] = [moduleNamed('first', closed), moduleNamed('second', closed)];
    const operator = await openOperatorServices(world.settings, CONTEXT);
    const bus = await operator.bus(first);
    await operator.bus(second);
    expect(await operator.bus(first)).toBe(bus);
    await operator.close();
    expect(closed).toEqual(['second', 'first']);
  });

  it('closes the other buses where one failed to open', async () => {
    const closed: string[] = [];
    const operator = await openOperatorServices(world.settings, CONTEXT);
    await expect(operator.bus(moduleNamed('broken', closed, () => false))).rejects.toThrow('be opened');
    await operator.bus(moduleNamed('sound', closed));
    await operator.close();
    expect(closed).toEqual(['sound']);
  });

  it('opens a bus again that failed to open', async () => {
    const closed: string[] = [];
    const answers = [false, true];
    const module = moduleNamed('late', closed, () => answers.shift() === true);
    const operator = await openOperatorServices(world.settings, CONTEXT);
    await expect(operator.bus(module)).rejects.toThrow('be opened');
    await operator.bus(module);
    await operator.close();
    expect(closed).toEqual(['late']);
  });
});
