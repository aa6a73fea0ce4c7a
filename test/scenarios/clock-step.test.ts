import { beforeAll, describe, expect, it } from '@jest/globals';
import { parseScenario } from '../../src/formats/scenario/parse-scenario.ts';
import { judgeAgain } from '../../src/run/judge-again.ts';
import { requirements } from '../../src/spec/requirements/catalogue.ts';
import { playExamples } from './play-examples.ts';

const knownRequirements = requirements.map(({ id }) => id);

const scenarioOf = (file: string, title: string, steps: string) =>
  parseScenario({ text: `scenario: ${title}\n${steps}`, file, knownRequirements });

const listed = 'requirements: [REQ-01, REQ-03, REQ-08, REQ-09]';

const scenarios = [
  scenarioOf(
    'moved.yaml',
    'What a launch asks six minutes ahead has expired',
    `${listed}
steps:
  - launch: {}
  - makeBet: { id: first, bet: 10 }
  - clock: { advance: 6m }
  - repeat: { count: 5, step: { launch: {} } }
  - launch: { fault: invalid-signature }
  - rollback: { of: first }`,
  ),
  scenarioOf(
    'at-300.yaml',
    'A request of 299 s ago and one of the future are fresh',
    `${listed}
steps:
  - clock: { advance: 298s }
  - launch: {}
  - clock: { freeze: true }
  - clock: { resume: true }`,
  ),
  scenarioOf(
    'too-far.yaml',
    'The clock cannot be moved so far',
    `steps:
  - clock: { freeze: true }
  - makeBet: { bet: 1, win: 1 }
  - clock: { set: 9999-01-01T00:00:00Z }`,
  ),
  scenarioOf('later.yaml', 'A later launch is answered', `${listed}\nsteps:\n  - launch: {}`),
];

const restarted = scenarioOf(
  'restarted.yaml',
  'An agent that is restarted under moved time is in its sessions again',
  `steps:
  - makeBet: { id: first, bet: 1 }
  - clock: { advance: 24h }
  - restart: {}
  - makeBet: { bet: 1 }
  - rollback: { of: first }
  - launch: {}
  - clock: { freeze: true }
  - restart: {}
  - makeBet: { bet: 1 }
  - launch: {}`,
);

type Played = Awaited<ReturnType<typeof playExamples>>;
let run: Played;
beforeAll(async () => {
  run = await playExamples(scenarios);
}, 60_000);

const verdictOf = ({ scenarios: played }: Played, file: string) => {
  const { verdict, reason } = played.find((each) => each.file === file) ?? {};
  return { verdict, reason };
};

/** What became of the agent's requests for a link: the refusal, or `linked`. */
const launchesOf = (file: string, of: Played = run): unknown[] =>
  of.exchanges
    .filter(({ scenario, kind }) => scenario === file && kind === 'get_game_link')
    .map(({ answerBody }) => JSON.parse(answerBody) as { status: string; error?: string })
    .map(({ status, error }) => error ?? status);

describe('a scenario that moves the clock', () => {
  it('has what the agent asks meanwhile refused, and charges the agent with nothing', () => {
    expect(launchesOf('moved.yaml')).toEqual(['success', ...Array.from({ length: 6 }, () => 'request_expired')]);
    expect(verdictOf(run, 'moved.yaml').verdict).toBe('passed');
    const charged = run.requirements.filter(({ findings }) => findings.length > 0);
    expect(charged).toEqual([]);
  });

  it('is answered where the difference is no more than 300 s', () => {
    expect(launchesOf('at-300.yaml')).toEqual(['success']);
  });

  it('leaves the time as it was, even where it could not be moved as written', () => {
    expect(verdictOf(run, 'too-far.yaml')).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringMatching(/cannot be moved .*9999.* ten years/),
    });
    expect(launchesOf('later.yaml')).toEqual(['success']);
    expect(verdictOf(run, 'later.yaml').verdict).toBe('passed');
  });

  it('is judged again as it was', async () => {
    const again = await judgeAgain(run, { scenarios, catalogue: requirements });
    for (const { file } of scenarios) expect(verdictOf(again, file)).toEqual(verdictOf(run, file));
    expect(again.verdict).toBe(run.verdict);
  });
});

it('opens sessions that were forgotten at the real time, and goes on under the moved one', async () => {
  const forgetful = await playExamples([restarted], { variant: 'sessions-in-memory' });
  expect(verdictOf(forgetful, 'restarted.yaml')).toEqual({ verdict: 'passed', reason: undefined });
  const launches = launchesOf('restarted.yaml', forgetful);
  expect(launches.filter((each) => each === 'request_expired')).toHaveLength(2);
  expect(launches.filter((each) => each === 'success').length).toBeGreaterThanOrEqual(2);
});
