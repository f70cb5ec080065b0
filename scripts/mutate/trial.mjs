/** The specs of an area against mutants of its files, in a copy of the project that is changed. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { equivalenceOf } from './equivalent.mjs';
import { withSwitches } from './mutants.mjs';
import { described } from './report.mjs';
import { SpecRunner } from './spec-runner.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const SWITCH = join(HERE, 'switch.cjs');
const FIRST_FAILURE = join(HERE, 'first-failure.cjs');
/** A spec on a busy machine may take this much longer than when it was measured. */
const SLOWER = 5;
const PATIENCE_MS = 60_000;
/** A mutant that is asked so much more often than it was without a fault is in a loop without end. */
const OFTENER = 100;
const TEST_TIMEOUT_MS = 120_000;

export class MutationTrial {
  /** @param copy where the project was copied to; @param specs paths in it */
  constructor(copy, specs) {
    this.copy = copy;
    this.specs = specs.map((spec) => join(copy, spec));
    this.runner = new SpecRunner(copy, this.#configuration());
  }

  /** The mutants, each with its outcome: killed, timed out, lived, not reached, or known to be equivalent and not tried. */
  async run(mutants, say) {
    try {
      const numbered = mutants.map((mutant, id) => ({ ...mutant, id }));
      this.#plant(numbered);
      const reached = await this.#withoutFault();
      const tried = [];
      for (const mutant of numbered) {
        const outcome =
          equivalenceOf(mutant) === undefined
            ? await this.#outcome(mutant, reached.get(mutant.id) ?? [])
            : 'equivalent';
        if (outcome === 'lived' || outcome === 'not reached') say(`  ${outcome}: ${described(mutant)}`);
        tried.push({ ...mutant, outcome });
      }
      return tried;
    } finally {
      await this.runner.close();
    }
  }

  /** Jest's settings for the embedded stores, with the switch before each spec. */
  #configuration() {
    const { projects } = createRequire(import.meta.url)(join(this.copy, 'jest.config.js'));
    const file = join(this.copy, 'mutate.jest.config.json');
    const settings = {
      ...projects[0],
      rootDir: this.copy,
      testEnvironment: FIRST_FAILURE,
      setupFilesAfterEnv: [SWITCH],
      testTimeout: TEST_TIMEOUT_MS,
    };
    writeFileSync(file, JSON.stringify(settings));
    return file;
  }

  #plant(mutants) {
    for (const file of new Set(mutants.map((mutant) => mutant.file))) {
      const path = join(this.copy, file);
      const own = mutants.filter((mutant) => mutant.file === file);
      writeFileSync(path, withSwitches(readFileSync(path, 'utf8'), own));
    }
  }

  /** By mutant, the specs that reach it, the quickest first, with their time and how often. All must pass. */
  async #withoutFault() {
    const folder = join(this.copy, 'reached');
    mkdirSync(folder);
    const { passed, ran, said, spec } = await this.runner.run(
      this.specs,
      { MUTANT_REACHED: folder },
      600_000,
    );
    if (!passed) throw new Error(`${spec} fails without any fault:\n${said}`);
    const took = new Map(ran.map((suite) => [suite.spec, suite.ms]));
    const reached = new Map();
    for (const name of readdirSync(folder)) {
      const told = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      for (const [id, times] of Object.entries(told.reached)) {
        const visit = { spec: told.spec, times, ms: took.get(told.spec) };
        reached.set(Number(id), [...(reached.get(Number(id)) ?? []), visit]);
      }
    }
    for (const visits of reached.values()) visits.sort((a, b) => a.ms - b.ms);
    return reached;
  }

  async #outcome({ id, file }, visits) {
    if (visits.length === 0) return 'not reached';
    const beside = visits.filter(({ spec }) => spec === join(this.copy, file.replace(/\.ts$/, '.spec.ts')));
    const first = beside.length > 0 ? beside : visits.slice(0, 1);
    const rest = visits.filter((visit) => !first.includes(visit));
    for (const group of [first, rest]) {
      if (group.length === 0) continue;
      const most = OFTENER * Math.max(...group.map(({ times }) => times)) + 1_000;
      const ms = PATIENCE_MS + SLOWER * group.reduce((sum, visit) => sum + visit.ms, 0);
      const env = { MUTANT: String(id), MUTANT_MOST: String(most) };
      const { passed, isTimedOut } = await this.runner.run(
        group.map(({ spec }) => spec),
        env,
        ms,
      );
      if (!passed) return isTimedOut ? 'timed out' : 'killed';
    }
    return 'lived';
  }
}
