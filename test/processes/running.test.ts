import { afterAll, beforeAll } from 'bun:test'
import { closedWhileRunning } from '../support/processes/closed.ts'
import { drainedServer } from '../support/processes/draining.ts'
import { failingTour } from '../support/processes/failing-tour.ts'
import { METRICS_TOKEN, servedMetrics } from '../support/processes/metrics.ts'
import { servedPages } from '../support/processes/pages.ts'
import { rollingRestart } from '../support/processes/rolling.ts'
import { startTestStack, type TestStack } from '../support/stack.ts'

/** What is seen from outside of one running product with two servers. It is started once: that costs seconds of CPU. */

let stack: TestStack

beforeAll(async () => {
  stack = await startTestStack({ servers: 2, env: { METRICS_TOKEN } })
}, 120_000)

afterAll(async () => {
  await stack.stop()
}, 120_000)

const running = (): TestStack => stack

failingTour(running)
servedMetrics(running)
servedPages(running)
closedWhileRunning(running)
rollingRestart(running)
drainedServer(running)
